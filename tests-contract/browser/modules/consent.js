/** Pages that ask for cookie consent, and what they show to visitors and scripts. */

export const PAGE = "/aviso-legal/";
export const BANNER = "#moove_gdpr_cookie_info_bar";
export const FLOATING = "#moove_gdpr_save_popup_settings_button";
export const DIALOG = "#moove_gdpr_cookie_modal";
export const OVERLAY = ".gdpr_lightbox";
/** Delay of the banner, in milliseconds. */
export const DELAY = 2000;

export const NEW = { consent: false, clock: true, ready: BANNER };

/** The page with other settings and added markup. */
export const withSettings =
	(settings, more = "") =>
	(html) =>
		html
			.replace(
				/(var moove_frontend_gdpr_scripts = \{.*\});/,
				(all) =>
					`${all} Object.assign(moove_frontend_gdpr_scripts, ${JSON.stringify(settings).replaceAll("<", "\\u003c")});`,
			)
			.replace(/(<div id="main-content"[^>]*>)/, `$1${more}`);

export const consentOf = async (page) => {
	const cookies = await page.context().cookies();
	const cookie = cookies.find(({ name }) => name === "moove_gdpr_popup");
	return cookie && JSON.parse(decodeURIComponent(cookie.value));
};
export const flags = (...values) =>
	Object.fromEntries(
		["strict", "thirdparty", "advanced", "performance", "preference"].map(
			(name, n) => [name, values[n]],
		),
	);
export const ALL = flags("1", "1", "1", "1", "1");
export const STRICT = flags("1", "0", "0", "0", "0");
export const cookieOf = (value) => ({
	name: "moove_gdpr_popup",
	value: encodeURIComponent(JSON.stringify(value)),
});

/** Banner, floating button and the body's class, as a visitor and a style sheet see them. */
export const shown = (page) =>
	page.evaluate(
		([banner, floating]) => {
			const bar = document.querySelector(banner);
			return {
				banner: bar.offsetHeight > 0,
				hidden: bar.classList.contains("moove-gdpr-info-bar-hidden"),
				body: document.body.classList.contains("gdpr-infobar-visible"),
				floating: document.querySelector(floating).style.display !== "none",
			};
		},
		[BANNER, FLOATING],
	);
export const ASKING = {
	banner: true,
	hidden: false,
	body: true,
	floating: false,
};
export const SETTLED = {
	banner: false,
	hidden: true,
	body: false,
	floating: true,
};

export const injected = (page) =>
	page.evaluate(() => ({
		thirdparty: window.casaTerceros === 1,
		advanced: window.casaAvanzadas === 1,
		scripts: document.querySelectorAll("script[data-gdpr]").length,
	}));

export const mark = (page) =>
	page.evaluate(() => {
		window.isTheSame = true;
	});
export const isTheSame = (page) =>
	page.evaluate(() => window.isTheSame === true);

/** Moves the clock in small steps, so that promises of responses resolve in between. */
export async function wait(run, ms) {
	for (let left = ms; left > 0; left -= 250) await run(Math.min(left, 250));
}

export const dialogIsIn = (page) =>
	page.waitForSelector(`${OVERLAY} ${DIALOG}`, { state: "attached" });
