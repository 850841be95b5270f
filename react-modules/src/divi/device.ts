/** Divi's device modes (contract "divi-client", section 1.6): by the width without the scroll bar. */
export type Device = "desktop" | "tablet" | "phone";

/** The width that Divi decides by. */
export const windowWidth = (): number => document.documentElement.clientWidth;

export function device(width: number = windowWidth()): Device {
	if (width > 980) return "desktop";
	return width > 767 ? "tablet" : "phone";
}

/** Calls back each time that the mode has changed. Gives back what ends it. */
export function onDevice(call: (device: Device) => void): () => void {
	let known = device();
	const look = () => {
		const now = device();
		if (now === known) return;
		known = now;
		call(now);
	};
	window.addEventListener("resize", look);
	return () => window.removeEventListener("resize", look);
}
