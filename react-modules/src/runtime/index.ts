import "./public-path";
import { modules } from "../modules";
import { start } from "./start";

start(modules);
