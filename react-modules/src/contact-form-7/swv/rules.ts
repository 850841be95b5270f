import type { SwvRule } from "../wpcf7";
import type { FormDataTree } from "./form-data-tree";
import { isDate, isEmail, isNumber, isTel, isTime, isUrl } from "./formats";

/** Whether the data passes; an `all` or `any` may name the child that failed. */
export type Check = (rule: SwvRule, data: FormDataTree) => boolean | SwvRule;

const every =
	(test: (text: string, rule: SwvRule) => boolean): Check =>
	(rule, data) =>
		data.texts(field(rule)).every((text) => test(text, rule));

const field = (rule: SwvRule) => rule.field ?? "";
const limit = (rule: SwvRule) => Number.parseFloat(String(rule.threshold));
const wholeLimit = (rule: SwvRule) => Math.trunc(limit(rule));
const accepts = (rule: SwvRule, text: string) =>
	(rule.accept ?? []).map(String).includes(text);
const lengthOf = (rule: SwvRule, data: FormDataTree) =>
	data.texts(field(rule)).reduce((sum, text) => sum + text.length, 0);
const sizeOf = (rule: SwvRule, data: FormDataTree) =>
	data.files(field(rule)).reduce((sum, file) => sum + file.size, 0);
const isDateBefore = (a: string, b: string) =>
	isDate(a) && isDate(b) && new Date(a) < new Date(b);

/** The rules by name: contract "contact-form-7", sections 10.1, 11 and 20.7. */
export const checks: Readonly<Record<string, Check>> = {
	required: (rule, data) => data.texts(field(rule)).length > 0,
	requiredfile: (rule, data) => data.all(field(rule)).length > 0,
	email: every(isEmail),
	url: every(isUrl),
	tel: every(isTel),
	number: every(isNumber),
	date: every(isDate),
	time: every(isTime),
	file: (rule, data) =>
		data.files(field(rule)).every((file) => isAcceptedFile(rule, file.name)),
	enum: every((text, rule) => accepts(rule, text)),
	dayofweek: every((text, rule) => {
		if (!isDate(text)) return true;
		const day = new Date(text).getDay();
		return accepts(rule, String(day === 0 ? 7 : day));
	}),
	minitems: (rule, data) =>
		!(data.texts(field(rule)).length < wholeLimit(rule)),
	maxitems: (rule, data) =>
		!(data.texts(field(rule)).length > wholeLimit(rule)),
	minlength(rule, data) {
		const length = lengthOf(rule, data);
		return length === 0 || !(length < wholeLimit(rule));
	},
	maxlength: (rule, data) => !(lengthOf(rule, data) > wholeLimit(rule)),
	minnumber: every((text, rule) => !(Number.parseFloat(text) < limit(rule))),
	maxnumber: every((text, rule) => !(Number.parseFloat(text) > limit(rule))),
	mindate: every((text, rule) => !isDateBefore(text, String(rule.threshold))),
	maxdate: every((text, rule) => !isDateBefore(String(rule.threshold), text)),
	minfilesize: (rule, data) => !(sizeOf(rule, data) < wholeLimit(rule)),
	maxfilesize: (rule, data) => !(sizeOf(rule, data) > wholeLimit(rule)),
	stepnumber: every(isOnStep),
	all: (rule, data) => failing(rule, data)[0] ?? true,
	any: (rule, data) => failing(rule, data).length < known(rule).length,
};

/** The end of the name decides: section 20.7. */
function isAcceptedFile(rule: SwvRule, name: string): boolean {
	return (rule.accept ?? []).some((entry) => {
		if (/^\.[a-z0-9]+$/i.test(entry)) {
			return name.toLowerCase().endsWith(entry.toLowerCase());
		}
		const extensions = extensionsOf(entry);
		return (
			!extensions ||
			extensions.some((each) => name.toLowerCase().endsWith(`.${each}`))
		);
	});
}

/** Extensions by media type, for the entries that a file tag may print. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	"image/": "jpg jpeg jpe gif png bmp tiff tif webp avif ico heic heif svg",
	"audio/": "mp3 m4a m4b aac ra ram wav ogg oga flac mid midi wma wax mka",
	"video/":
		"asf asx wmv wmx wm avi divx flv mov qt mpeg mpg mpe mp4 m4v ogv webm mkv 3gp 3gpp 3g2 3gp2",
	"image/jpeg": "jpg jpeg jpe",
	"text/plain": "txt asc c cc h srt",
	"text/csv": "csv",
	"application/pdf": "pdf",
	"application/zip": "zip",
	"application/msword": "doc",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document":
		"docx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

/** `undefined` for a type that only the server can judge. */
function extensionsOf(type: string): string[] | undefined {
	const [kind, name = ""] = type.toLowerCase().split("/");
	const list = EXTENSIONS[name === "*" ? `${kind}/` : type.toLowerCase()];
	if (list) return list.split(" ");
	return /^[a-z0-9]{2,4}$/.test(name) ? [name] : undefined;
}

function isOnStep(text: string, rule: SwvRule): boolean {
	const base = Number.parseFloat(String(rule.base));
	const interval = Number.parseFloat(String(rule.interval));
	if (!isNumber(text) || !(interval > 0)) return true;
	const rest = (Number.parseFloat(text) - base) % interval;
	const rounded = Math.abs(rest).toFixed(6);
	return rounded === "0.000000" || rounded === interval.toFixed(6);
}

const known = (rule: SwvRule) =>
	(rule.rules ?? []).filter((child) => Object.hasOwn(checks, child.rule));

const failing = (rule: SwvRule, data: FormDataTree) =>
	known(rule).filter((child) => checks[child.rule]?.(child, data) !== true);
