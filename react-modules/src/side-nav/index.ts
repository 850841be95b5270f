import { windowWidth } from "../divi/device";
import { smoothScroll } from "../divi/smooth-scroll";

/** The dots beside a page, one for each section (contract "divi-client", section 2.8). */
export function mount(): void {
	build();
	window.addEventListener("resize", build);
	window.addEventListener("scroll", mark, { passive: true });
	window.et_pb_side_nav_page_init = build;
}

let dots: { link: HTMLElement; section: HTMLElement }[] = [];

const heightOf = (selector: string) =>
	document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;

/** The post's sections; those of the template when the post has at most one. */
function sections(): { found: HTMLElement[]; isTemplate: boolean } {
	const of = (selector: string) =>
		[...document.querySelectorAll<HTMLElement>(selector)].filter(
			({ offsetHeight }) => offsetHeight > 0,
		);
	const post = of(".et-l--post .et_pb_section");
	if (post.length > 1) return { found: post, isTemplate: false };
	const template = of(".et-l--body .et_pb_section");
	if (template.length > 1) return { found: template, isTemplate: true };
	return { found: of("#main-content .et_pb_section"), isTemplate: false };
}

function build(): void {
	document.querySelector("ul.et_pb_side_nav")?.remove();
	dots = [];
	const { found, isTemplate } = sections();
	if (found.length < 2) return;
	const list = document.createElement("ul");
	list.className = "et_pb_side_nav et-visible";
	list.style.marginTop = `${-(20 * found.length + 40) / 2}px`;
	for (const [n, section] of found.entries()) {
		const item = document.createElement("li");
		item.className = "side_nav_item";
		const link = document.createElement("a");
		link.href = "#";
		link.id = `side_nav_item_id_${n}`;
		link.textContent = String(n);
		const title = section.querySelector("h1, h2, h3")?.textContent?.trim();
		if (title) link.setAttribute("aria-label", title);
		link.addEventListener("click", (event) => {
			event.preventDefault();
			go(section, n === 0 && !isTemplate);
		});
		item.append(link);
		list.append(item);
		dots.push({ link, section });
	}
	document.querySelector("#main-content")?.append(list);
	mark();
}

function go(section: HTMLElement, toTop: boolean): void {
	const header = document.querySelector("#main-header");
	const isToBeFixed =
		document.body.classList.contains("et_fixed_nav") &&
		windowWidth() > 980 &&
		!header?.classList.contains("et-fixed-header");
	smoothScroll(section, { ms: 800, toTop });
	if (!isToBeFixed || toTop) return;
	setTimeout(() => smoothScroll(section, { ms: 200 }), 500);
}

/** The last section that has come up to the header is the active one; at the page's end the last of all. */
function mark(): void {
	let offset = windowWidth() > 600 ? heightOf("#wpadminbar") : 0;
	if (document.body.classList.contains("et_fixed_nav") && windowWidth() > 980) {
		offset += heightOf("#top-header") + heightOf("#main-header");
	}
	const isAtEnd =
		Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
	let active = 0;
	for (const [n, { section }] of dots.entries()) {
		if (section.getBoundingClientRect().top <= offset + 1) active = n;
	}
	if (isAtEnd) active = dots.length - 1;
	for (const [n, { link }] of dots.entries()) {
		link.classList.toggle("active", n === active);
		if (n === active) link.setAttribute("aria-current", "true");
		else link.removeAttribute("aria-current");
	}
}

declare global {
	interface Window {
		et_pb_side_nav_page_init?: () => void;
	}
}
