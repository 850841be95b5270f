/** Status names: contract "contact-form-7", section 20.2. */

const CLASSES: Readonly<Record<string, string>> = {
	init: "init",
	validation_failed: "invalid",
	acceptance_missing: "unaccepted",
	spam: "spam",
	aborted: "aborted",
	mail_sent: "sent",
	mail_failed: "failed",
	payment_required: "payment-required",
	submitting: "submitting",
	resetting: "resetting",
	validating: "validating",
};

const OWN = new Set(Object.values(CLASSES));

/** The class-style status of a server's or a client's status. */
export function classOf(status: string): string {
	if (Object.hasOwn(CLASSES, status)) return CLASSES[status] as string;
	if (OWN.has(status) || status.startsWith("custom-")) return status;
	// The first run only: recording of section 20.2, `my_custom_one` is `custom-my-custom_one`.
	return `custom-${status.replace(/[^0-9a-z]+/i, "-").replace(/\s+/g, "-")}`;
}

/** The event that a class-style status sends before `wpcf7submit`, if any: section 20.3. */
export const EVENT_OF: Readonly<Record<string, string>> = {
	invalid: "invalid",
	unaccepted: "unaccepted",
	spam: "spam",
	aborted: "aborted",
	sent: "mailsent",
	failed: "mailfailed",
};
