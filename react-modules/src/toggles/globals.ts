/** Toggles and the items of accordions. */
export const TOGGLES = ".et_pb_toggle";
