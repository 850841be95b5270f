import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch, openPage } from "./browser.js";
import { startOwnSite } from "./own-site.js";

const axe = readFileSync(
	new URL(
		"../../react-modules/node_modules/axe-core/axe.min.js",
		import.meta.url,
	),
	"utf8",
);

const WIDTHS = [390, 820, 1440];

/** Pages of the demo site that hold modules, by what says that they run. `AXE_PAGES=all` tries those of the second list too. */
const PAGES = [
	["/", ".et-pb-arrow-next"],
	["/modulos/video-deslizante/", ".et_pb_carousel_item"],
	["/modulos/portafolio-completo/", ".et_pb_carousel_group"],
	["/modulos/galeria-rejilla/", ".et_pb_gallery_pagination a"],
	["/modulos/formulario-divi/", ".et_pb_contact_form"],
];
const MORE = [
	["/opiniones/", ".review-more-link"],
	["/contacto/", ".wpcf7.js"],
	["/modulos/deslizante/", ".et-pb-arrow-next"],
	["/modulos/entradas-deslizantes/", ".et-pb-arrow-next"],
	["/modulos/pestanas/", "[role=tab]"],
	["/modulos/acordeon/", "[aria-expanded]"],
	["/modulos/portafolio-filtrable/", ".et_pb_portofolio_pagination a"],
	["/modulos/galeria-deslizante/", ".et-pb-arrow-next"],
	["/modulos/contador-circular/", "canvas"],
	["/modulos/barras/", ".et_pb_counter_amount[style]"],
	["/modulos/cuenta-atras/", ".et_pb_countdown_timer"],
	["/modulos/multivista/", ".et_multi_view__hover_selector"],
	["/modulos/fijos/", ".et_pb_sticky_module"],
	["/modulos/menu-modulo/", ".et_pb_menu"],
	["/modulos/boletin/", ".et_pb_newsletter"],
	["/modulos/blog-rejilla/", ".et_pb_post"],
	["/modulos/mapa/", ".et_pb_map_container"],
	["/modulos/video/", ".et_pb_video"],
	["/modulos/fondos/", ".mejs-container"],
];

/** What the owner of the demo site wrote: a colour on the footer's, fields without a label, a cart without a word. */
const OWNERS = [
	/^color-contrast: #(text|nav_menu)-\d+ > (h4|\.title) /,
	/^(label|select-name): (\.wpcf7-number|select) /,
	/^link-name: \.et_pb_menu__cart-button /,
];

let browser;
let site;
beforeAll(async () => {
	browser = await launch();
	site = await startOwnSite();
});
afterAll(async () => {
	await browser.close();
	await site.stop();
});

/** What axe finds that keeps people out, at the width that the page has now. */
async function seriousOf(page) {
	const found = await page.evaluate(async () => {
		const { violations } = await window.axe.run(document, {
			resultTypes: ["violations"],
			elementRef: false,
		});
		return violations
			.filter(({ impact }) => ["serious", "critical"].includes(impact))
			.flatMap(({ id, nodes }) =>
				nodes.map(({ target, failureSummary }) =>
					`${id}: ${target.join(" ")} ${failureSummary}`.slice(0, 300),
				),
			);
	});
	return found.filter((each) => !OWNERS.some((owner) => owner.test(each)));
}

describe("axe finds nothing serious", () => {
	test.each(process.env.AXE_PAGES ? [...PAGES, ...MORE] : PAGES)(
		"%s",
		async (path, ready) => {
			// Things are at their ends: axe would measure the contrast of what fades.
			const { page, close } = await openPage(browser, {
				reducedMotion: "reduce",
			});
			await page.goto(site.base + path, { waitUntil: "load" });
			await page.waitForSelector(ready, { state: "attached" });
			await page.evaluate(axe);
			const found = {};
			for (const width of WIDTHS) {
				await page.setViewportSize({ width, height: 900 });
				await page.waitForTimeout(300);
				const serious = await seriousOf(page);
				if (serious.length > 0) found[width] = serious;
			}
			expect(found).toEqual({});
			await close();
		},
	);
});
