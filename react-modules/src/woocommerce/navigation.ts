/** Leaves the page, in one place. */

export const go = (address: string): void => location.assign(address);

export const reload = (): void => location.reload();
