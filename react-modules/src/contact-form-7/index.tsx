import { adopt } from "../runtime/adopt";
import { report } from "../runtime/report";
import { ContactForm, owners } from "./ContactForm";
import {
	createHandle,
	type FormHandle,
	forgetHandle,
	handleOf,
	resetForm,
} from "./handle";
import { listen } from "./listen";
import { call } from "./rest";
import { reset, submit } from "./submit";
import { startTurnstile } from "./turnstile";
import { validateChange } from "./validate-change";
import {
	installApi,
	prepare,
	type Schema,
	type ValidateOptions,
	type Wpcf7Form,
} from "./wpcf7";

/**
 * Contact Form 7 in the page: contract "contact-form-7", section 20. The server's form is adopted; without script, or
 * when this module fails, the form sends itself as section 21 says.
 */
const NAME = "contact-form-7";

/** `wpcf7.init`: also for forms that a page script inserts. */
function init(form: Wpcf7Form): void {
	if (form.wpcf7) return;
	const handle = createHandle(form);
	const listening = new AbortController();
	listen(handle, listening.signal);
	adopt(handle.info.parent ?? form, {
		name: NAME,
		owners,
		wrap: (tree) => <ContactForm handle={handle}>{tree}</ContactForm>,
		onFailure: () => {
			listening.abort();
			forgetHandle(handle);
		},
	});
	loadSchema(handle.info.id);
}

/** Forms that another script runs have no handle here; they are left alone. */
const own =
	<Options,>(act: (handle: FormHandle, options?: Options) => void) =>
	(form: Wpcf7Form, options?: Options) => {
		const handle = handleOf(form);
		if (handle) act(handle, options);
	};

installApi({
	init,
	submit: own(submit),
	reset: own(reset),
	validate: own((handle, options?: ValidateOptions) => {
		const { id, status } = handle.info;
		// A change before the schema has loaded is checked afterwards, unless the form was sent meanwhile.
		const check = () => {
			if (handle.info.status === status) validateChange(handle, options);
		};
		const request = schemaRequests.get(id);
		if (request) request.then(check);
		else check();
	}),
});

const schemaRequests = new Map<number, Promise<unknown>>();

/** One request for each form id of the page. Without a schema nothing is checked on change. */
function loadSchema(id: number): void {
	const { schemas } = window.wpcf7 ?? {};
	if (!schemas || schemas.has(id)) return;
	schemas.set(id, undefined);
	const request = call(id, "feedback/schema")
		.then((schema) => schemas.set(id, schema as Schema), console.error)
		.finally(() => schemaRequests.delete(id));
	schemaRequests.set(id, request);
}

export function mount(wrapper: Element): void {
	if (!window.wpcf7?.init) prepare();
	if (!window.wpcf7?.api) {
		report(NAME, "stays off: wpcf7 is not defined.");
		return;
	}
	// Inside another form it cannot work: section 20.1, step 3.
	if (wrapper.matches("[data-wpcf7-id]") && wrapper.closest("form")) {
		import(/* webpackChunkName: "contact-form-7-misplaced" */ "./misplaced")
			.then(({ replaceMisplaced }) => replaceMisplaced(wrapper))
			.catch((error) => report(NAME, "cannot say what is wrong", error));
		return;
	}
	const form = wrapper.querySelector<Wpcf7Form>(":scope > form");
	// With `form.wpcf7`, another script has it already.
	if (!form || form.wpcf7) return;
	window.wpcf7.init(form);
	startServices(form);
	// Pages from a page cache fetch what must be fresh: section 9.
	if (window.wpcf7.cached) whenLoaded(() => resetForm(form));
}

/** Services of which most pages have none: each has a chunk that is loaded where it is used. */
function startServices(form: Wpcf7Form): void {
	const failed = (error: unknown) => report(NAME, "lacks a service", error);
	startTurnstile();
	if (window.wpcf7_recaptcha) {
		import(/* webpackChunkName: "contact-form-7-recaptcha" */ "./recaptcha")
			.then(({ startRecaptcha }) => whenLoaded(startRecaptcha))
			.catch(failed);
	}
	if (form.querySelector(".wpcf7-stripe")) {
		import(/* webpackChunkName: "contact-form-7-stripe" */ "./stripe")
			.then(({ takePayments }) => takePayments(form))
			.catch(failed);
	}
}

function whenLoaded(act: () => void): void {
	if (document.readyState === "complete") act();
	else window.addEventListener("load", act, { once: true });
}
