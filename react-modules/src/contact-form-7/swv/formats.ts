/** The text formats of the browser's rules: contract "contact-form-7", sections 11.1 to 11.3 and 20.7. */

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export function isEmail(text: string): boolean {
	const [local, domain, ...more] = text.split("@");
	if (text.length < 6 || !local || !domain || more.length > 0) return false;
	const labels = domain.split(".");
	return (
		LOCAL_PART.test(local) &&
		labels.length > 1 &&
		labels.every((label) => LABEL.test(label))
	);
}

const PROTOCOLS = new Set(
	"http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn".split(
		" ",
	),
);

export function isUrl(text: string): boolean {
	try {
		return PROTOCOLS.has(new URL(text).protocol.replace(/:$/, ""));
	} catch {
		return false;
	}
}

export function isTel(text: string): boolean {
	const [main = ""] = text.split(/[#*]/);
	const number = main
		.replace(/[()/.*#\s-]+/g, "")
		.replace(/^(?:\+|00)[+0]*/, "+");
	return /^\+?[0-9]+$/.test(number) && number.length > 5 && number.length < 16;
}

export const isNumber = (text: string) =>
	/^-?[0-9]+(?:[eE][+-]?[0-9]+)?$/.test(text) ||
	/^-?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?$/.test(text);

export function isDate(text: string): boolean {
	if (!/^[0-9]{4,}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
	const date = new Date(text);
	// Engines read 30 February as 2 March.
	return (
		!Number.isNaN(date.valueOf()) && date.toJSON().includes(text.slice(-5))
	);
}

export function isTime(text: string): boolean {
	const parts = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?$/.exec(text);
	if (!parts) return false;
	const [hours, minutes, seconds] = parts.slice(1).map((part) => +(part ?? 0));
	return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}
