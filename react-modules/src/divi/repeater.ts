/**
 * Divi's "debounce" (contract "divi-client", section 1.6), which is a throttle: in a burst of calls it runs once, that
 * many milliseconds after the first, with the latest arguments; the next call opens the next window.
 */
export function repeater<Arguments extends readonly unknown[]>(
	run: (...latest: Arguments) => void,
	ms: number,
): (...latest: Arguments) => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let latest: Arguments;
	return (...given) => {
		latest = given;
		if (timer !== undefined) return;
		timer = setTimeout(() => {
			timer = undefined;
			run(...latest);
		}, ms);
	};
}
