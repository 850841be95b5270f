import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { shareSite } from "./shared-site.js";

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
	["/opiniones/", ".review-more-link"],
	["/modulos/video-deslizante/", ".et_pb_carousel_item"],
	["/modulos/portafolio-completo/", ".et_pb_carousel_group"],
	["/modulos/galeria-rejilla/", ".et_pb_gallery_pagination a"],
	["/modulos/formulario-divi/", ".et_pb_contact_form"],
];
const MORE = [
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

/** Known findings in the demo site's own content: a colour in the footer, fields without a label. */
const OWNERS = [
	/^color-contrast: #(text|nav_menu)-\d+ > (h4|\.title) /,
	/^(label|select-name): (\.wpcf7-number|select) /,
];

const shared = shareSite();

/** Serious and critical findings of axe at the page's present width. */
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

/** Opens a page with reduced motion: axe would measure the contrast of fading elements. */
async function openStill(path, ready) {
	const visit = await openPage(shared.browser, { reducedMotion: "reduce" });
	await visit.page.goto(shared.site.base + path, { waitUntil: "load" });
	await visit.page.waitForSelector(ready, { state: "attached" });
	await visit.page.evaluate(axe);
	return visit;
}

/** The findings at each width. */
async function seriousAt(page) {
	const found = {};
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 900 });
		await page.waitForTimeout(300);
		const serious = await seriousOf(page);
		if (serious.length > 0) found[width] = serious;
	}
	return found;
}

describe("axe finds nothing serious", () => {
	test.each(process.env.AXE_PAGES ? [...PAGES, ...MORE] : PAGES)(
		"%s",
		async (path, ready) => {
			const { page, close } = await openStill(path, ready);
			expect(await seriousAt(page)).toEqual({});
			await close();
		},
	);

	test("the open lightbox", async () => {
		const { page, close } = await openStill(
			"/modulos/galeria-rejilla/",
			".et_pb_gallery_pagination a",
		);
		await page.click(".moove-gdpr-infobar-allow-all");
		await page.click(".et_pb_gallery_item_0_0 .et_pb_gallery_image a");
		await page.waitForSelector(".mfp-ready img.mfp-img");
		expect(await seriousAt(page)).toEqual({});
		expect(await page.isVisible(".mfp-ready img.mfp-img")).toBe(true);
		await close();
	});

	test("the open dialog of the consent", async () => {
		const { page, close } = await openStill(
			"/aviso-legal/",
			"#moove_gdpr_cookie_info_bar:not(.moove-gdpr-info-bar-hidden)",
		);
		await page.click(".moove-gdpr-infobar-settings-btn");
		const dialog = ".gdpr_lightbox #moove_gdpr_cookie_modal";
		await page.waitForSelector(dialog);
		expect(await seriousAt(page)).toEqual({});
		expect(await page.isVisible(dialog)).toBe(true);
		await close();
	});
});
