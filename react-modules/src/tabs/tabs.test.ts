import { beforeEach, expect, test, vi } from "vitest";
import { controlPage } from "../testing/controlled-page";
import { mount } from ".";
import { readTabs } from "./read";
import { neighbour } from "./view";

controlPage();

/** As the theme prints it (page modulos/pestanas). */
const markup = (
	id: string,
) => `<div ${id} class="et_pb_module et_pb_tabs et_pb_tabs_0 " >

<ul class="et_pb_tabs_controls clearfix">
<li class="et_pb_tab_0 et_pb_tab_active"><a href="#">Llegada</a></li><li class="et_pb_tab_1"><a href="#tab-salida">Salida</a></li><li class="et_pb_tab_2"><a href="#">Fianza</a></li>
</ul>
<div class="et_pb_all_tabs">
<div class="et_pb_tab et_pb_tab_0 clearfix et_pb_active_content">
<div class="et_pb_tab_content"><p>Desde las 16 h.</p></div>
</div><div class="et_pb_tab et_pb_tab_1 clearfix">
<div class="et_pb_tab_content"><p>Hasta las 12 h.</p></div>
</div><div class="et_pb_tab et_pb_tab_2 clearfix">
<div class="et_pb_tab_content"><p>No pedimos.</p></div>
</div>
</div>
</div>`;

const show = (id = 'id="tb"') => {
	document.body.innerHTML = markup(id);
	const root = document.querySelector(".et_pb_tabs") as HTMLElement;
	mount(root);
	return {
		root,
		items: [...root.querySelectorAll("li")],
		panels: [...root.querySelectorAll<HTMLElement>(".et_pb_tab")],
	};
};

beforeEach(() => {
	Object.defineProperty(document.documentElement, "clientWidth", {
		configurable: true,
		value: 1200,
	});
});

test("the builder shows the first tab, whatever the server marked", () => {
	document.body.innerHTML = markup("").replace(" et_pb_tab_active", "");
	document.querySelector("li.et_pb_tab_2")?.classList.add("et_pb_tab_active");
	const root = document.querySelector(".et_pb_tabs") as HTMLElement;
	expect(readTabs(root).start).toBe(2);
	window.et_builder_utils_params = { builderType: "vb" };
	expect(readTabs(root).start).toBe(0);
	delete window.et_builder_utils_params;
});

test("a tab opens: the old panel leaves, then the new one comes", () => {
	const { root, items, panels } = show();
	const resized = vi.fn();
	window.addEventListener("resize", resized);
	items[1]?.querySelector("a")?.click();
	expect(items[1]?.className).toBe("et_pb_tab_1 et_pb_tab_active");
	expect(location.hash).toBe("#tb|1");
	vi.advanceTimersByTime(250);
	expect(panels[0]?.classList.contains("et_slide_transition")).toBe(true);
	expect(panels[1]?.style.display).toBe("none");
	items[2]?.click();
	expect(items[2]?.classList.contains("et_pb_tab_active")).toBe(false);
	vi.advanceTimersByTime(1000);
	expect(panels[0]?.style.display).toBe("none");
	expect(panels[1]?.style.cssText).toBe(
		"z-index: 1; display: block; opacity: 1;",
	);
	expect(panels[0]?.classList.contains("et_pb_active_content")).toBe(true);
	expect(root.classList.contains("et_slide_transition_to_1")).toBe(true);
	expect(resized).toHaveBeenCalledOnce();
	expect(items[1]?.querySelector("a")?.getAttribute("aria-selected")).toBe(
		"true",
	);
});

test("without an id the fragment stays", () => {
	const { items } = show("");
	items[1]?.click();
	expect(location.hash).toBe("");
});

test.each([
	["#tb|2", 2],
	["#other|5||tb|2", 2],
	["#tb|9", 0],
	["#salida", 1],
	["#tab-salida", 1],
])("the fragment %s opens tab %i", (hash, tab) => {
	history.replaceState(null, "", hash);
	const { items } = show();
	vi.advanceTimersByTime(2000);
	expect(
		items.findIndex((item) => item.classList.contains("et_pb_tab_active")),
	).toBe(tab);
});

test("on a phone tabs are stacked", () => {
	Object.defineProperty(document.documentElement, "clientWidth", {
		configurable: true,
		value: 700,
	});
	const { root, items } = show();
	expect(root.classList.contains("et_pb_tabs_vertically_stacked")).toBe(true);
	expect(items[0]?.style.height).toBe("");
});

test.each([
	["ArrowRight", 2, false, 0],
	["ArrowRight", 0, true, 2],
	["ArrowLeft", 0, false, 2],
	["Home", 2, false, 0],
	["End", 0, false, 2],
	["a", 0, false, undefined],
])("%s on tab %i leads on", (key, from, isRtl, to) => {
	expect(neighbour(key, from, 3, isRtl)).toBe(to);
});
