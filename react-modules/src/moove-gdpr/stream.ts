/**
 * HTML that holds scripts, put into a page that is there already: scripts run in order, and an external one holds back
 * what follows, as they would in a page that is being read. What they write comes behind them.
 */

/** Scripts in a fragment run when they are inserted; `noscript` stays text. */
const parse = (html: string): ChildNode[] => [
	...document.createRange().createContextualFragment(html).childNodes,
];

const holdsBack = (node: Node): node is HTMLScriptElement =>
	node instanceof HTMLScriptElement &&
	node.src !== "" &&
	!node.hasAttribute("async") &&
	!node.hasAttribute("defer");

/** Puts the HTML at the end of an element. */
export async function append(parent: Element, html: string): Promise<void> {
	for (const node of parse(html)) await insert(parent, node);
}

/** Puts the HTML at the beginning of an element. */
export function prepend(parent: Element, html: string): void {
	parent.prepend(...parse(html));
}

async function insert(parent: Element, node: ChildNode): Promise<void> {
	if (!(node instanceof HTMLScriptElement)) {
		parent.append(node);
		return;
	}
	let written = "";
	const restore = takeWriting((text) => {
		written += text;
	});
	try {
		parent.append(node);
		if (holdsBack(node)) await loaded(node);
	} finally {
		restore();
	}
	if (written) await append(parent, written);
}

const loaded = (script: HTMLScriptElement): Promise<void> =>
	new Promise((done) => {
		script.addEventListener("load", () => done(), { once: true });
		script.addEventListener("error", () => done(), { once: true });
	});

/** `document.write` after parsing would clear the page. */
function takeWriting(take: (text: string) => void): () => void {
	const { write, writeln } = document;
	document.write = (...texts: string[]) => take(texts.join(""));
	document.writeln = (...texts: string[]) => take(`${texts.join("")}\n`);
	return () => {
		document.write = write;
		document.writeln = writeln;
	};
}
