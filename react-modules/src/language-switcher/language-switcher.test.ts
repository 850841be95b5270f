import { expect, test } from "vitest";
import { mount } from ".";

test("a click on the toggle opens and closes, a click elsewhere closes", () => {
	document.body.innerHTML = `<div class="wpml-ls wpml-ls-legacy-dropdown-click js-wpml-ls-legacy-dropdown-click"><ul><li><a href="#x" class="js-wpml-ls-item-toggle"><span>Español</span></a>
		<ul class="js-wpml-ls-sub-menu"><li><a href="/en/">English</a></li></ul></li></ul></div>`;
	const root = document.querySelector("div") as HTMLElement;
	const list = root.querySelector("ul ul") as HTMLElement;
	const label = root.querySelector("span") as HTMLElement;
	mount(root);
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	label.dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	expect(list.style.visibility).toBe("visible");
	label.click();
	expect(list.style.visibility).toBe("hidden");
	label.click();
	document.body.click();
	expect(list.style.visibility).toBe("hidden");
});

test("the kind that opens under the pointer only keeps its link from leading away", () => {
	document.body.innerHTML = `<div class="wpml-ls-legacy-dropdown js-wpml-ls-legacy-dropdown"><ul><li>
		<a href="#x" class="js-wpml-ls-item-toggle">Español</a><ul class="wpml-ls-sub-menu js-wpml-ls-sub-menu"></ul></li></ul></div>`;
	mount(document.querySelector("div") as HTMLElement);
	const click = new MouseEvent("click", { bubbles: true, cancelable: true });
	document.querySelector("a")?.dispatchEvent(click);
	expect(click.defaultPrevented).toBe(true);
	const list = document.querySelector("ul ul") as HTMLElement;
	expect(list.style.visibility).toBe("");
});
