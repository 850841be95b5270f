import type { Colours } from "./colours";

const LINE_WIDTH = 5;

/** Paints a circle counter: its track, and the way from twelve o'clock to `percent`. */
export function paint(
	canvas: HTMLCanvasElement,
	size: number,
	percent: number,
	{ bar, track, trackOpacity }: Colours,
): void {
	const scale = window.devicePixelRatio || 1;
	canvas.width = size * scale;
	canvas.height = size * scale;
	if (scale > 1) {
		canvas.style.width = `${size}px`;
		canvas.style.height = `${size}px`;
	}
	const context = canvas.getContext("2d");
	if (!context) return;
	context.scale(scale, scale);
	context.translate(size / 2, size / 2);
	context.rotate(-Math.PI / 2);
	context.lineWidth = LINE_WIDTH;
	context.lineCap = "round";
	const radius = Math.max(0, (size - LINE_WIDTH) / 2);
	const arc = (part: number, colour: string) => {
		context.beginPath();
		context.arc(0, 0, radius, 0, Math.PI * 2 * part, part <= 0);
		context.strokeStyle = colour;
		context.stroke();
	};
	context.globalAlpha = trackOpacity;
	arc(1, track);
	context.globalAlpha = 1;
	arc(Math.min(1, Math.max(-1, percent / 100)), bar);
}
