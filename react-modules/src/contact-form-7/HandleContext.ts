import { createContext, useContext } from "react";
import { useStore } from "../runtime/use-store";
import type { FormHandle } from "./handle";
import type { FormState } from "./state";

export const HandleContext = createContext<FormHandle | null>(null);

export function useHandle(): FormHandle {
	const handle = useContext(HandleContext);
	if (!handle) throw new Error("no form around this element");
	return handle;
}

export const useForm = <Value>(select: (state: FormState) => Value): Value =>
	useStore(useHandle().store, select);
