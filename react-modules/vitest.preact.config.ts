import { mergeConfig } from "vitest/config";
import { preact } from "./preact.js";
import config from "./vitest.config.ts";

/** The same tests with Preact in React's place. */
export default mergeConfig(config, { resolve: { alias: preact } });
