/** All that React DOM takes from React. Named here, webpack sees that the rest is not needed, and leaves it away. */
export {
	__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
	version,
} from "react";
