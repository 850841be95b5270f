/** Names of a click by the visitor's device, and the hosts that it counts for. */
export interface Click {
	readonly desktop?: string;
	readonly mobile?: string;
	readonly hosts?: readonly string[];
}

/** What the server printed in `#oxipress-conversions`. */
export interface Names {
	readonly phone?: Click;
	readonly booking?: Click;
	readonly messaging?: Click;
	readonly forms?: Readonly<Record<string, string>>;
	readonly purchase?: string;
}

/** Unreadable JSON counts as no names. */
export function readNames(text: string): Names {
	try {
		const names: unknown = JSON.parse(text);
		return typeof names === "object" && names !== null ? names : {};
	} catch {
		return {};
	}
}

/** Whether a host is one of those, or below one. */
const isOneOf = (host: string, hosts: readonly string[] = []) =>
	hosts.some((known) => host === known || host.endsWith(`.${known}`));

/** The name of a click on a link; undefined when the link has none. */
export function nameOfClick(
	names: Names,
	{ protocol, hostname }: HTMLAnchorElement,
	device: "desktop" | "mobile",
): string | undefined {
	if (protocol === "tel:") return names.phone?.[device];
	for (const click of [names.booking, names.messaging]) {
		if (isOneOf(hostname, click?.hosts)) return click?.[device];
	}
	return undefined;
}
