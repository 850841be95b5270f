/** Tabs and sliders, boxes under a heading, and hints of old posts. */
export const SLIDERS =
	".et-tabs-container, .tabs-left, .et-simple-slider, .et-image-slider";
export const BOXES = ".et-learn-more";
export const TOOLTIPS = ".et-tooltip";
export const SHORTCODES: string = [SLIDERS, BOXES, TOOLTIPS].join();
