import { afterEach, expect, test, vi } from "vitest";
import { adopt, type OwnerProps } from "./adopt";
import { useAdopted, useOwned } from "./owned";
import { createStore, type Store } from "./store";
import { useStore } from "./use-store";

/** White space, comments, entities, controls, foreign parts: as PHP prints them. */
const MARKUP = `
	<!-- head --><p class="lead  first">Hola&nbsp;a
	todos <b>ya</b></p>

	<meta itemprop="name" content="x"><title>t</title><style>p { color: red }</style>
	<div class="own" style="color: blue" onclick="void 0">
		<input type="text" name="a" value="servidor"> <input type="hidden" name="h" value="1">
		<input type=radio name=r value=1 checked><input type=radio name=r value=2>
		<textarea name="t">
uno</textarea>
		<select name="s"><option>x</option><option selected>y</option></select>
	</div>
	<form class="foreign"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><i data-deep>tief</i></form>
	<span class="text">viejo</span>
`;

type Shown = { readonly isOn: boolean; readonly text: string | undefined };
const reduce = (state: Shown, change: Partial<Shown>) => ({
	...state,
	...change,
});
let store: Store<Shown, Partial<Shown>>;

function Own({ node, draw }: OwnerProps) {
	const isOn = useStore(store, (state) => state.isOn);
	const isAdopted = useAdopted();
	useOwned(node, {
		classes: { on: isOn },
		attributes: { "data-on": isOn ? "yes" : null },
	});
	return draw(isAdopted && isOn && <em className="tip">da</em>);
}

function Text({ draw }: OwnerProps) {
	const text = useStore(store, (state) => state.text);
	return text === undefined ? draw() : draw(undefined, { inside: text });
}

function Select({ draw }: OwnerProps) {
	const isOn = useStore(store, (state) => state.isOn);
	return (
		<>
			{draw()}
			{isOn && <em>da</em>}
		</>
	);
}

function Throws({ draw }: OwnerProps) {
	if (useStore(store, (state) => state.isOn)) throw new Error("no");
	return draw();
}

const owners = { ".own": Own, ".text": Text };

function page(): HTMLElement {
	store = createStore(reduce, { isOn: false, text: undefined });
	document.body.innerHTML = `<section>${MARKUP}</section>`;
	return document.querySelector("section") as HTMLElement;
}

/** All nodes below; a text area's default text is a string to React, not a node. */
const everyNode = (root: Node): Node[] =>
	[...root.childNodes].flatMap((node) =>
		node instanceof HTMLTextAreaElement ? [node] : [node, ...everyNode(node)],
	);

const find = <Kind extends Element>(selector: string) =>
	document.querySelector(selector) as Kind;

afterEach(() => {
	vi.restoreAllMocks();
	document.body.innerHTML = "";
});

test("keeps every node, attribute, typed text and listener of others", () => {
	const root = page();
	const warn = vi.spyOn(console, "warn");
	const error = vi.spyOn(console, "error");
	find<HTMLInputElement>("[name=a]").value = "tecleado";
	const area = find<HTMLTextAreaElement>("textarea");
	area.value = "uno y dos";
	area.focus();
	area.setSelectionRange(2, 4);
	find<HTMLInputElement>("[name=r][value='2']").checked = true;
	const clicked = vi.fn();
	find("[data-deep]").addEventListener("click", clicked);
	find(".own").addEventListener("click", clicked);
	const html = root.innerHTML;
	const nodes = everyNode(root);

	adopt(root, { name: "test", owners });

	expect(everyNode(root)).toEqual(nodes);
	expect(everyNode(root).every((node, index) => node === nodes[index])).toBe(
		true,
	);
	expect(root.innerHTML).toBe(html);
	expect(find<HTMLInputElement>("[name=a]").value).toBe("tecleado");
	expect(area.value).toBe("uno y dos");
	expect([area.selectionStart, area.selectionEnd]).toEqual([2, 4]);
	expect(area.defaultValue).toBe("uno");
	expect(find<HTMLInputElement>("[name=r][value='2']").checked).toBe(true);
	expect(find<HTMLInputElement>("[name=r][value='1']").defaultChecked).toBe(
		true,
	);
	expect(find<HTMLSelectElement>("select").value).toBe("y");
	find<HTMLElement>("[data-deep]").click();
	find<HTMLElement>(".own").click();
	expect(clicked).toHaveBeenCalledTimes(2);
	expect(warn).not.toHaveBeenCalled();
	expect(error).not.toHaveBeenCalled();
});

test("changes what is owned and nothing else", () => {
	const root = page();
	adopt(root, { name: "test", owners });
	const own = find(".own");
	own.classList.add("foreign-class");
	own.setAttribute("data-foreign", "1");
	const nodes = everyNode(own);
	store.dispatch({ isOn: true });
	expect(own.className).toBe("own foreign-class on");
	expect(own.getAttribute("data-on")).toBe("yes");
	expect(own.lastElementChild?.outerHTML).toBe('<em class="tip">da</em>');
	for (const node of nodes) expect(own.contains(node)).toBe(true);
	find<HTMLInputElement>("[name=a]").setAttribute("data-foreign", "2");
	store.dispatch({ isOn: false });
	expect(own.className).toBe("own foreign-class");
	expect(own.hasAttribute("data-on")).toBe(false);
	expect(everyNode(own)).toEqual(nodes);
	expect(find<HTMLInputElement>("[name=a]").type).toBe("text");
	expect(find<HTMLInputElement>("[name=h]").type).toBe("hidden");
	expect(own.getAttribute("data-foreign")).toBe("1");
});

test("an owner may replace its inside; the page shows it when the call is over", () => {
	const root = page();
	adopt(root, { name: "test", owners });
	const text = find(".text");
	store.dispatch({ text: "nuevo" });
	expect(text.innerHTML).toBe("nuevo");
	store.dispatch({ text: "" });
	expect(text.innerHTML).toBe("");
});

test("what others insert beside adopted nodes stays", () => {
	const root = page();
	adopt(root, { name: "test", owners });
	const foreign = document.createElement("aside");
	find(".own").append(foreign);
	store.dispatch({ isOn: true });
	store.dispatch({ isOn: false });
	expect(find(".own").contains(foreign)).toBe(true);
});

test.each([
	["the outer", ["section", ".own"]],
	["the inner", [".own", "section"]],
])("modules nest, %s one first", (_, order) => {
	const root = page();
	const warn = vi.spyOn(console, "warn");
	// React's development build has advice about containers in an opaque part.
	vi.spyOn(console, "error").mockImplementation(() => {});
	const inner = { "[name=s]": Select };
	const nodes = everyNode(root);
	for (const selector of order) {
		const own = selector === "section" ? { ".text": Text } : inner;
		adopt(find(selector), { name: selector, owners: own });
	}
	store.dispatch({ isOn: true, text: "beide" });
	expect(find("select").nextElementSibling?.outerHTML).toBe("<em>da</em>");
	expect(find(".text").textContent).toBe("beide");
	store.dispatch({ isOn: false, text: undefined });
	const elements = nodes.filter((node) => node instanceof Element);
	expect(elements.every((node) => root.contains(node))).toBe(true);
	expect(warn).not.toHaveBeenCalled();
});

test("when a component fails, the server's nodes come back and one line says so", async () => {
	const root = page();
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	vi.spyOn(console, "error").mockImplementation(() => {});
	const onFailure = vi.fn();
	const nodes = everyNode(root);
	adopt(root, { name: "test", owners: { ".own": Throws }, onFailure });
	store.dispatch({ isOn: true });
	await vi.waitFor(() => expect(everyNode(root)).toEqual(nodes));
	expect(onFailure).toHaveBeenCalledOnce();
	expect(warn).toHaveBeenCalledOnce();
	expect(warn.mock.calls[0]?.[0]).toBe("oxipress: module test failed");
});
