/** Divi's device modes (contract "divi-client", section 1.6): by the width without the scroll bar. */
export type Device = "desktop" | "tablet" | "phone";

/** The width for device modes. */
export const windowWidth = (): number => document.documentElement.clientWidth;

export function device(width: number = windowWidth()): Device {
	if (width > 980) return "desktop";
	return width > 767 ? "tablet" : "phone";
}

/** Calls back when the mode has changed. Returns a function that ends it. */
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
