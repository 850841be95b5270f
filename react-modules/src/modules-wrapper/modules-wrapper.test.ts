import { expect, test } from "vitest";
import { mount } from ".";

test("what the builder made outside of its wrapper gets one", () => {
	window.et_modules_wrapper = {
		builderCssContainerPrefix: "#et-boc",
		builderCssLayoutPrefix: "#et-boc .et-l",
	};
	document.body.innerHTML = `<div id="et-boc" class="et-boc"><div class="et-l"><div class="et_pb_section" id="in"><div class="et_pb_row"></div></div></div></div>
		<aside><div class="et_pb_module et_pb_text" id="out"><div class="et_pb_module"></div></div></aside>`;
	mount(document.body);
	mount(document.body);
	const out = document.querySelector("#out");
	expect(out?.parentElement?.className).toBe("et-l");
	expect(out?.parentElement?.parentElement?.id).toBe("et-boc");
	expect(document.querySelectorAll(".et-l")).toHaveLength(2);
	expect(document.querySelector("#in")?.parentElement?.className).toBe("et-l");
});
