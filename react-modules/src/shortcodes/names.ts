/** Tabs and sliders, boxes under a heading, and hints of old posts; adverts in the footer. */
export const SLIDERS =
	".et-tabs-container, .tabs-left, .et-simple-slider, .et-image-slider";
export const BOXES = ".et-learn-more";
export const TOOLTIPS = ".et-tooltip";
export const ADVERTS = "#main-footer .widget_adsensewidget ins";
export const SHORTCODES: string = [SLIDERS, BOXES, TOOLTIPS, ADVERTS].join();
