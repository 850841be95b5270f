/** The one console line of a module that fails: our name, the module's, and what happened. */
export function report(module: string, what: string, ...more: unknown[]): void {
	console.warn(`oxipress: module ${module} ${what}`, ...more);
}
