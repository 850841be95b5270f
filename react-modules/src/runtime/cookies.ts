/** Writes a cookie for the whole site, as it is; 0 days delete it. */
export function setCookie(name: string, value: string, days: number): void {
	const expires = new Date(Date.now() + days * 86_400_000).toUTCString();
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and legacy scripts read at once.
	document.cookie = `${name}=${value}; expires=${expires}; path=/`;
}

/** A cookie as it is stored; undefined when there is none. */
export function getCookie(name: string): string | undefined {
	for (const part of document.cookie.split("; ")) {
		if (part.startsWith(`${name}=`)) return part.slice(name.length + 1);
	}
	return undefined;
}
