import { createContext, useContext } from "react";
import { useStore } from "../runtime/store";
import type { WidgetHandle } from "./handle";
import type { WidgetState } from "./state";

export const HandleContext = createContext<WidgetHandle | null>(null);

export function useHandle(): WidgetHandle {
	const handle = useContext(HandleContext);
	if (!handle) throw new Error("outside of a widget");
	return handle;
}

export const useWidget = <Value>(select: (state: WidgetState) => Value) =>
	useStore(useHandle().store, select);
