/** All that React DOM's client takes from its other half; see react.js. */
export { __DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE } from "react-dom";
