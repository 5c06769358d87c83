package chromium

import (
	"testing"
)

// LowContrast lists the visible texts of the page whose contrast with their background is below WCAG 2.1's AA: 4.5, or 3
// for large text. Disabled controls are left out, as in WCAG.
func LowContrast(t *testing.T, b *Browser) []string {
	t.Helper()
	return Ask[[]string](t, b, faint)
}

const faint = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const seen = new Map();
	const rgba = text => {
		if (!seen.has(text)) {
			canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
			const d = canvas.getImageData(0, 0, 1, 1).data;
			seen.set(text, [d[0], d[1], d[2], d[3] / 255]);
		}
		return seen.get(text);
	};
	const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
	const luminance = c => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
		const v = c[i] / 255;
		return sum + weight * (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
	}, 0);
	const behind = e => {
		const layers = [];
		for (; e; e = e.parentElement) {
			const c = rgba(getComputedStyle(e).backgroundColor);
			layers.push(c);
			if (c[3] === 1) break;
		}
		return layers.reverse().reduce((under, top) => over(top, under), rgba("Canvas"));
	};
	const out = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
		if (!text || !e.checkVisibility({opacityProperty: true, visibilityProperty: true}) ||
			e.closest(":disabled, option, script, style")) continue;
		const style = getComputedStyle(e), size = parseFloat(style.fontSize);
		const under = behind(e), ink = over(rgba(style.color), under);
		const [light, dark] = [luminance(ink), luminance(under)].sort((a, b) => b - a);
		const ratio = (light + 0.05) / (dark + 0.05);
		const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
		if (ratio < (large ? 3 : 4.5)) out.add(ratio.toFixed(2) + " <" + e.tagName.toLowerCase() + " class=" + e.className + "> " + text.slice(0, 40));
	}
	return [...out];
})()`
