/** What is used of the map service that the page links. */
export interface MapService {
	readonly Map: new (
		canvas: Element,
		options: object,
	) => {
		setOptions(options: object): void;
	};
	readonly Marker: new (options: object) => object;
	readonly InfoWindow: new (
		options: object,
	) => {
		open(map: object, marker: object): void;
		close(): void;
	};
	readonly LatLng: new (lat: number, lng: number) => object;
	readonly Size: new (width: number, height: number) => object;
	readonly Point: new (x: number, y: number) => object;
	readonly MapTypeId?: { readonly ROADMAP?: unknown };
	readonly ControlPosition?: {
		readonly LEFT_TOP?: unknown;
		readonly LEFT_BOTTOM?: unknown;
	};
	readonly event: {
		addListener(target: object, type: string, listener: () => void): void;
	};
}

declare global {
	interface Window {
		google?: { readonly maps?: MapService };
	}
}
