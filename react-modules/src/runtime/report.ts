/** Prints the console warning of a module that fails. */
export function report(module: string, what: string, ...more: unknown[]): void {
	console.warn(`oxipress: module ${module} ${what}`, ...more);
}
