import { expect, test } from "vitest";
import { mount } from ".";

test("a click on the toggle opens and closes, a click elsewhere closes", () => {
	document.body.innerHTML = `<div><ul><li><a href="#x" class="js-wpml-ls-item-toggle"><span>Español</span></a>
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
