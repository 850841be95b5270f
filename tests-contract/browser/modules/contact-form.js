/** Contact forms of the tests: selectors, events and a visitor's input. */

export const FEEDBACK = /contact-forms\/\d+\/feedback$/;
export const REFILL = /contact-forms\/\d+\/refill$/;
export const SCHEMA = /contact-forms\/\d+\/feedback\/schema$/;
export const FORM = ".wpcf7-form";
export const READY = ".wpcf7.js .wpcf7-spinner";
export const EVENTS = [
	"beforesubmit",
	"statuschanged",
	"invalid",
	"unaccepted",
	"spam",
	"aborted",
	"mailsent",
	"mailfailed",
	"submit",
	"reset",
].map((name) => `wpcf7${name}`);

export async function fill(page) {
	await page.fill("[name=tu-nombre]", "Lucía");
	await page.fill("[name=tu-correo]", "lucia@correo.example");
	await page.fill("[name=tu-mensaje]", "Queremos la cueva grande.");
	await page.check("[name=acepto]");
}

/** Resolves when the schema has loaded, which a validated change shows. */
export const schemaOf = (page, id) =>
	page.waitForFunction((id) => window.wpcf7.schemas.get(id), id);

export const CONTACT = { ready: READY, events: EVENTS };
