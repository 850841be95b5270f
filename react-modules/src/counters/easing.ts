/** How long a counter runs, in milliseconds. */
export const RUN = 1800;

/** The counters' curve: quadratic, slow at both ends. */
export const easeInOutQuad = (part: number): number =>
	part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
