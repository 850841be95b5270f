import type { BrowserModule } from "./module";
import { whenNear } from "./near";
import { report } from "./report";
import { nextTask, readyToMount } from "./task";

const claimed = new WeakMap<Element, Set<string>>();

/**
 * Mounts every module on the elements that the page holds. Parents come before children; an element that left the
 * page meanwhile is skipped; a module that fails is a warning and stops no other. Resolves when those are mounted that do not wait
 * until they are near.
 */
export async function loadModules(
	root: ParentNode,
	modules: readonly BrowserModule[],
): Promise<void> {
	const present = modules
		.map((module) => ({ module, elements: unclaimed(root, module) }))
		.filter(({ elements }) => elements.length > 0);
	await Promise.all(
		present.map(({ module, elements }) => {
			if (module.when === "at-once") return mountAll(module, elements);
			whenNear(elements, () => mountAll(module, elements));
			return undefined;
		}),
	);
}

/** Without the modules whose work a legacy script does on this page. */
export const activeModules = (modules: readonly BrowserModule[]) =>
	modules.filter(({ isPassive }) => !isPassive?.());

/** The module's elements that it has not mounted on yet, in document order; each is marked as claimed. */
function unclaimed(root: ParentNode, module: BrowserModule): Element[] {
	const inside = [...root.querySelectorAll(module.selector)];
	if (root instanceof Element && root.matches(module.selector)) {
		inside.unshift(root);
	}
	return inside.filter((element) => {
		const names = claimed.get(element) ?? new Set<string>();
		if (names.has(module.name)) return false;
		claimed.set(element, names.add(module.name));
		return true;
	});
}

async function mountAll(module: BrowserModule, elements: Element[]) {
	try {
		const { mount } = await module.load();
		await readyToMount();
		for (const element of elements) {
			await nextTask();
			if (element.isConnected) mountOne(module, element, mount);
		}
	} catch (error) {
		report(module.name, "did not load", error);
	}
}

function mountOne(
	module: BrowserModule,
	element: Element,
	mount: (element: Element) => void,
) {
	try {
		mount(element);
	} catch (error) {
		report(module.name, "failed", error);
	}
}
