/** Whether the browser says that it is a mobile one (contract "divi-client", section 1.5). */
export const isMobileAgent = (agent: string = navigator.userAgent): boolean =>
	/Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i.test(agent);
