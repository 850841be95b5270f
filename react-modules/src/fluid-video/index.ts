/**
 * Players of video services that fill the width in their own proportions (contract "divi-client", section 4.10).
 */
let count = 0;
const STYLE = "fit-vids-style";

/** As the theme always had it: owners' style sheets build on the wrapper. */
const RULES =
	".fluid-width-video-wrapper{width:100%;position:relative;padding:0}.fluid-width-video-wrapper :is(iframe,object,embed){position:absolute;top:0;left:0;width:100%;height:100%}";

export function mount(element: Element): void {
	const player = element as HTMLIFrameElement;
	const isInside = player.closest(".fluid-width-video-wrapper, .fitvidsignore");
	if (isInside || player.parentElement?.closest("object, embed")) return;
	const height = sizeOf(player, "height");
	const width = sizeOf(player, "width");
	if (!(height > 0 && width > 0)) return;
	if (!document.getElementById(STYLE)) {
		const style = document.createElement("style");
		style.id = STYLE;
		style.textContent = RULES;
		document.head.append(style);
	}
	if (!player.getAttribute("name")) {
		player.setAttribute("name", `fitvid${count++}`);
	}
	const wrapper = document.createElement("div");
	wrapper.className = "fluid-width-video-wrapper";
	wrapper.style.paddingTop = `${(height / width) * 100}%`;
	player.before(wrapper);
	wrapper.append(player);
	player.removeAttribute("height");
	player.removeAttribute("width");
}

function sizeOf(player: HTMLElement, side: "width" | "height"): number {
	const given = Number.parseInt(player.getAttribute(side) ?? "", 10);
	if (given > 0 && !player.getAttribute(side)?.endsWith("%")) return given;
	return side === "width" ? player.offsetWidth : player.offsetHeight;
}
