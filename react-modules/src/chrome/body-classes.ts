/** Body classes for the visitor's browser (contract "divi-client", section 1.5). */

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini/i;

/** The browser's name as the theme's style sheets know it; the first that matches. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/msie|trident/i, "ie"],
	[/edge?\//i, "edge"],
	[/opera|opr\//i, "opera"],
	[/chrome|crios/i, "chrome"],
	[/iphone.*applewebkit(?!.*safari)/i, "uiwebview iphone"],
	[/safari/i, "safari"],
	[/gecko\//i, "gecko"],
];

export function bodyClassesOf(agent: string): string[] {
	const name = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
	const classes = name ? name.split(" ") : [];
	if (name === "safari" && /iphone/i.test(agent)) classes.push("iphone");
	if (!MOBILE.test(agent)) return classes;
	classes.push("et_mobile_device");
	if (!/ipad/i.test(agent)) classes.push("et_mobile_device_not_ipad");
	return classes;
}

export function addBodyClasses(body: HTMLElement): void {
	body.classList.add(...bodyClassesOf(navigator.userAgent));
	if (
		document.querySelector(".et_pb_section_parallax") &&
		document.querySelector(".et_pb_map")
	) {
		body.classList.add("parallax-map-support");
	}
}
