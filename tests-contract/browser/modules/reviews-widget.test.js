/** Contract "reviews-widget": the browser's rows of section 14, and sections 8 to 10; specification, sections 2, 4, 5 and 9. */

import { expect } from "vitest";
import { each, testScreens } from "./visit.js";

const screens = testScreens();

const item = (n, view, slide = 1) => {
	const state =
		view && (Math.ceil((n + 1) / view) === slide ? "visible" : "hidden");
	return `<li class="rating-5 ${state || ""}" data-index="${n}">
		<span class="review-meta"><span class="author-name">Ana</span></span>
		<div class="text text-excerpt"><span class="review-snippet">Texto ${n}</span>
		<span class="review-more-placeholder">… More</span><span class="review-full-text"> y el resto ${n}.</span></div></li>`;
};

/** A widget as the server prints it. */
const widget = (
	id,
	{
		items = 5,
		view,
		more = "",
		tokens = "",
		rating = "4,6",
		stars = "animate",
	},
) => `<div id="${id}" class="google-business-reviews-rating gmbrr ${view ? "carousel" : ""} ${tokens}"
	${view ? `data-view="${view}"` : ""} ${more}>
	<p class="rating"><span class="number">${rating}</span>
	<span class="all-stars ${stars}">${'<span class="star"></span>'.repeat(5)}</span></p>
	${items ? `<ul class="listing">${Array.from({ length: items }, (_, n) => item(n, view)).join("")}</ul>` : ""}
	${view ? `<ul class="navigation">${Array.from({ length: Math.ceil(items / view) }, (_, n) => `<li class="bullet ${n ? "" : "current"}"><a href="#${id}" data-slide="${n + 1}">●</a></li>`).join("")}</ul>` : ""}
	</div>`;

/** The reviews' page with these widgets in the place of its own. */
const withWidgets = (...widgets) => ({
	clock: true,
	html: (page) =>
		page
			.replace(
				/<div id="main-content">[\s\S]*<footer/,
				`<div id="main-content" style="padding:60px">${widgets.join("")}</div><footer`,
			)
			// The tests control the time.
			.replace(
				"</head>",
				"<style>.star{animation:none!important}</style></head>",
			),
});

const PAGE = "/opiniones/";
/** Every widget runs. */
const READY = "body:not(:has(.review-more-placeholder))";
const shown = (page, id) =>
	each(page, `#${id} .listing > .visible`, (review) => review.dataset.index);
const current = (page, id) =>
	page.$$eval(`#${id} .bullet`, (all) =>
		all.findIndex((bullet) => bullet.classList.contains("current")),
	);

const swipe = (page, id, dx) =>
	page.$eval(
		`#${id}`,
		(root, dx) => {
			const at = (x) =>
				new Touch({ identifier: 1, target: root, pageX: x, clientX: x });
			const send = (type, x) =>
				root.dispatchEvent(
					new TouchEvent(type, {
						bubbles: true,
						touches: x === undefined ? [] : [at(x)],
					}),
				);
			send("touchstart", 100);
			send("touchmove", 100 + dx);
			send("touchmove", 100 + 10 * dx);
			send("touchend");
		},
		dx,
	);

screens.mirrored(
	"42 45 46 47 48 keys, fingers and bullets turn a carousel",
	async ({ open, isRtl }) => {
		const { page } = await open(PAGE, {
			ready: READY,
			...withWidgets(
				widget("sin", { view: 2, more: 'data-cursor="0" data-draggable="0"' }),
				widget("uno", { view: 2 }),
				widget("dos", { view: 3 }),
			),
		});
		const next = isRtl ? "ArrowLeft" : "ArrowRight";
		const previous = isRtl ? "ArrowRight" : "ArrowLeft";
		await page.mouse.move(1, 1);
		await page.evaluate(() => scrollTo(0, 0));
		// The first visible one with keyboard control.
		const before = [["0", "1"], ["2", "3"], ["4"], ["4"]];
		for (const reviews of before.slice(1)) {
			await page.keyboard.press(next);
			expect(await shown(page, "uno")).toEqual(reviews);
		}
		expect(await current(page, "uno")).toBe(2);
		await page.keyboard.press(previous);
		expect(await shown(page, "uno")).toEqual(["2", "3"]);
		expect(await shown(page, "sin")).toEqual(["0", "1"]);
		// The one under the pointer, and only that one.
		await page.hover("#dos .listing");
		await page.keyboard.press(next);
		expect(await shown(page, "dos")).toEqual(["3", "4"]);
		expect(await shown(page, "uno")).toEqual(["2", "3"]);

		await page.click("#uno .bullet:nth-child(1) a");
		expect(await shown(page, "uno")).toEqual(["0", "1"]);
		const way = isRtl ? 1 : -1;
		await swipe(page, "uno", way * 7);
		expect(await shown(page, "uno")).toEqual(["0", "1"]);
		await swipe(page, "uno", way * -8);
		expect(await shown(page, "uno")).toEqual(["0", "1"]);
		await swipe(page, "uno", way * 8);
		expect(await shown(page, "uno")).toEqual(["2", "3"]);
		await swipe(page, "sin", way * 8);
		expect(await shown(page, "sin")).toEqual(["0", "1"]);

		// What is opened on a slide is closed again when the slide comes back.
		await page.click("#uno .bullet:nth-child(1) a");
		const first = "#uno .listing > :first-child";
		await page.click(`${first} .review-more-link`);
		expect(await page.isVisible(`${first} .review-full-text`)).toBe(true);
		expect(await page.isVisible(`${first} .review-more-link`)).toBe(false);
		await page.click("#uno .bullet:nth-child(2) a");
		await page.click("#uno .bullet:nth-child(1) a");
		expect(await page.isVisible(`${first} .review-full-text`)).toBe(false);
		expect(await page.isVisible(`${first} .review-more-link`)).toBe(true);
	},
);

screens(
	"43 44 and limits: what turns by itself, and when it waits",
	async ({ open }) => {
		const auto = (more, view = 2) => ({ view, more: `${more}` });
		const { page, run } = await open(PAGE, {
			ready: READY,
			...withWidgets(
				widget("dosveces", auto('data-loop="2" data-interval="1"')),
				widget("siempre", auto('data-loop="-1" data-interval="1"')),
				widget("veces", auto('data-iterations="1" data-interval="1"')),
				widget("acaba", auto('data-loop="false" data-interval="1"')),
				widget("rapido", auto('data-loop="-1" data-interval="0.2"')),
				widget("lento", auto('data-loop="-1" data-interval="1000"')),
				widget("mucho", auto('data-loop="-1" data-interval="1"', 51)),
				widget("todo", auto('data-loop="-1" data-interval="1"', 6)),
				widget("desde", auto('data-slide="2"')),
			),
		});
		const ids = ["dosveces", "siempre", "veces", "acaba", "rapido", "lento"];
		const slides = () => Promise.all(ids.map((id) => current(page, id)));
		await page.mouse.move(1, 1);
		const start = await slides();
		expect(start.slice(3)).toEqual([0, 0, 0]);
		await page.clock.runFor(20_000);
		const [twice, , rounds, ends, fast, slow] = await slides();
		expect([twice, rounds, ends, fast, slow]).toEqual([2, 2, 0, 0, 0]);
		expect(await shown(page, "mucho")).toEqual(["0", "1", "2", "3", "4"]);
		expect(await shown(page, "todo")).toEqual(["0", "1", "2", "3", "4"]);
		const at = await current(page, "siempre");
		await run(1000);
		expect(await current(page, "siempre")).toBe((at + 1) % 3);
		await page.hover("#siempre .listing");
		const held = await current(page, "siempre");
		await run(3500);
		expect(await current(page, "siempre")).toBe(held);
		await page.mouse.move(1, 1);
		await run(1000);
		expect(await current(page, "siempre")).toBe((held + 1) % 3);
	},
);

screens("40 41 the whole widget leads on", async ({ open, site }) => {
	const { page } = await open(PAGE, {
		ready: "#dentro:not([data-href])",
		...withWidgets(
			widget("dentro", {
				items: 0,
				tokens: "link",
				more: 'data-href="/contacto/"',
			}),
			widget("fuera", {
				items: 0,
				tokens: "link",
				more: `data-href="${site.base}/aviso-legal/"`,
			}),
			widget("lista", { tokens: "link", more: 'data-href="/contacto/"' }),
		),
	});
	expect(
		await each(page, "[data-href].google-business-reviews-rating"),
	).toEqual([]);
	expect(
		await page.$eval("#lista", (root) => root.classList.contains("link")),
	).toBe(false);
	const opened = page.waitForEvent("popup");
	await page.click("#fuera .number");
	expect((await opened).url()).toContain("/aviso-legal/");
	await page.click("#dentro .number");
	await page.waitForURL("**/contacto/");
});

screens(
	"49 and 8: more, ids, classes, arrows, script links",
	async ({ open }) => {
		const plain = (id) => widget(id, { items: 3 });
		const { page } = await open(PAGE, {
			ready: READY,
			...withWidgets(
				plain("primero"),
				plain("").replace('id=""', ""),
				widget("", { items: 1, tokens: "js-links" }).replace('id=""', ""),
				widget("pelado", { items: 1, tokens: "no-styles" }),
				widget("burbuja", { items: 1, tokens: "bubble" }).replace(
					'class="text ',
					'class="fixed-height text ',
				),
				widget("vacio", { items: 1 }).replace(" y el resto 0.", ""),
			),
		});
		expect(
			await each(page, ".google-business-reviews-rating", (root) => root.id),
		).toEqual([
			"primero",
			"google-business-reviews-rating-2",
			"google-business-reviews-rating-3",
			"burbuja",
			"vacio",
		]);
		expect(
			await page.$eval("#pelado", (root) => root.hasAttribute("class")),
		).toBe(false);
		expect(
			await page.getAttribute(
				"#google-business-reviews-rating-3 .review-more-link",
				"href",
			),
		).toBe("javascript:google_business_reviews_rating(2, 0);");
		expect(await page.$$("#burbuja .arrow-up + .text")).toHaveLength(1);
		expect(
			await page.$$(
				"#vacio :is(.text-excerpt, .review-full-text, [class*=more])",
			),
		).toHaveLength(0);

		await page.evaluate(() => window.google_business_reviews_rating(0, "2"));
		const third = "#primero .listing > :nth-child(3)";
		expect(await page.isVisible(`${third} .review-full-text`)).toBe(true);
		expect(await page.$(`${third} .review-more-link`)).toBe(null);
		const link = "#primero .listing > :nth-child(1) .review-more-link";
		expect(await page.getAttribute(link, "href")).toBe("#primero");
		await page.click(link);
		expect(await page.$(link)).toBe(null);
		expect(new URL(page.url()).hash).toBe("");
		await page.click("#google-business-reviews-rating-3 .review-more-link");
		// A `javascript:` address runs asynchronously.
		await page.waitForSelector(
			"#google-business-reviews-rating-3 .review-full-text",
		);
	},
);

screens.mirrored(
	"50 and 8: stars start, are backed, and end",
	async ({ open, isRtl }) => {
		const text = (id, rating) =>
			widget(id, { items: 0, rating, tokens: "stars-html", stars: "" }).replace(
				/(<span class="all-stars ">).*<\/span><\/p>/,
				'$1★★★★★<span class="rating-stars animate" style="width: 0;" data-multiplier="0.196">★★★★★</span></span></p>',
			);
		const { page, run } = await open(PAGE, {
			ready: "#luego .backdrop",
			settle: 0,
			...withWidgets(
				widget("poco", { items: 0, rating: "1,5" }),
				widget("algo", { items: 0, rating: "1,6" }),
				widget("quieto", { items: 0, stars: "" }),
				text("cero", "0"),
				text("cinco", "5,0"),
				widget("luego", { items: 0 }).replace(
					"<div ",
					'<div style="margin-top:3000px" ',
				),
			),
		});
		const backed = () =>
			each(page, ".backdrop", (stars) => stars.closest("[id]").id);
		await expect.poll(backed).toEqual(["algo", "luego"]);
		expect(await page.$$("#algo .backdrop > .star.gray")).toHaveLength(5);
		expect(
			await page.$eval("#algo .backdrop", (stars) =>
				[...stars.style].filter((name) => /margin-(left|right)/.test(name)),
			),
		).toEqual([isRtl ? "margin-right" : "margin-left"]);
		const started = () =>
			each(page, ".animation-start", (stars) => stars.closest("[id]").id);
		expect(await started()).not.toContain("luego");
		await page.$eval("#luego", (root) =>
			root.scrollIntoView({ behavior: "instant", block: "center" }),
		);
		await expect.poll(started).toContain("luego");
		expect(await page.isVisible("#cero .rating-stars")).toBe(false);
		expect(
			await page.$eval(
				"#cinco .rating-stars",
				(stars) => Number.parseFloat(stars.style.width) > 0,
			),
		).toBe(true);
		await run(4800);
		await expect.poll(backed).toEqual([]);
		expect(
			await page.$eval("#cinco .all-stars", (stars) => stars.style.color),
		).toBe("transparent");
	},
);

/** The colours in the images of a widget's stars, and whether they are the style sheet's own. */
const colours = (page, id) =>
	each(page, `#${id} .star`, (star) => {
		const image = getComputedStyle(star).backgroundImage;
		const [, data] = /base64,([\w+/=]{4,})/.exec(image) ?? [];
		const svg = data ? atob(data) : image;
		const found = svg.match(/#[0-9A-F]{6}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/gi);
		return [
			[...new Set(found ?? [])].sort().join(" "),
			star.style.backgroundImage !== "",
		];
	});

screens(
	"8 step 6: stars in the colours that attributes or the style sheet say",
	async ({ open }) => {
		const STARS = (root) =>
			root.replace(
				'<span class="star"></span></span>',
				'<span class="star split-60-40"></span><span class="star gray"></span></span>',
			);
		const one = (id, more, tokens = "") =>
			STARS(widget(id, { items: 0, stars: "", more, tokens }));
		const custom =
			'<span class="star" style="background-image:url(data:image/svg+xml;charset=UTF-8;base64,%)"></span>';
		const svg = (fill) =>
			btoa(
				`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}"/></svg>`,
			);
		const { page } = await open(PAGE, {
			ready: "#quieta",
			...withWidgets(
				one("usual", ""),
				one("igual", 'data-stars="#F7B608" data-stars-gray="#c1c1c1"'),
				one("roja", 'data-stars="#ff0000"', "stars-color"),
				one("fondo", 'data-stars-gray="rgb(0, 0, 255)"'),
				one("ambas", 'data-stars="hsl(9, 9%, 9%)" data-stars-gray="#00ff00"'),
				one("dibujo", 'data-stars="inline svg"', "inline-svg"),
				one("texto", 'data-stars="#ff0000"', "stars-html"),
				one("mar", "", "ocean stars-css"),
				one("propia", 'data-stars="#ff0000"').replaceAll(
					'<span class="star"></span>',
					["#E7711B", "#123456"]
						.map((fill) => custom.replace("%", svg(fill)))
						.join("") + custom.replace("%", "A"),
				),
				one("quieta", ""),
			),
		});
		// The page has its colours when its last widget runs.
		await expect
			.poll(async () => (await colours(page, "ambas"))[0][1])
			.toBe(true);
		const [gold, , , , split, gray] = await colours(page, "usual");
		expect(gold).toEqual([expect.stringMatching(/^#F7B\d0\d$/i), false]);
		expect(gray).toEqual([expect.stringMatching(/^#C1C1C1$/i), false]);
		expect(split[0].split(" ")).toHaveLength(2);
		const as = (full, rest, isOwn) => [
			...Array(4).fill([full, isOwn && full !== gold[0]]),
			[[full, rest].sort().join(" "), isOwn],
			[rest, isOwn && rest !== gray[0]],
		];
		for (const id of ["usual", "igual", "dibujo", "texto", "quieta"]) {
			expect(await colours(page, id), id).toEqual(as(gold[0], gray[0], false));
		}
		expect(await colours(page, "roja")).toEqual(as("#ff0000", gray[0], true));
		expect(await colours(page, "fondo")).toEqual(
			as(gold[0], "rgb(0, 0, 255)", true),
		);
		expect(await colours(page, "ambas")).toEqual(
			as("hsl(9, 9%, 9%)", "#00ff00", true),
		);
		const sheet = await page.evaluate(() => {
			const probe = document.createElement("span");
			probe.className = "rating-stars";
			document.querySelector("#mar").append(probe);
			const { color } = getComputedStyle(probe);
			probe.remove();
			return color;
		});
		expect(sheet).not.toBe(
			await page.$eval("#mar", (root) => getComputedStyle(root).color),
		);
		expect(await colours(page, "mar")).toEqual(as(sheet, gray[0], true));
		// Other images are coloured where they have the known colours; invalid ones stay.
		expect((await colours(page, "propia")).slice(0, 3)).toEqual([
			["#ff0000", true],
			["#123456", true],
			["", true],
		]);
	},
);
