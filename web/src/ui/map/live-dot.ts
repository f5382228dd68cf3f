/** Turns the arrowhead of the followed marker. Null hides it. */
export function showHeading(dot: HTMLElement, headingDeg: number | null): void {
  if (headingDeg === null) {
    delete dot.dataset['heading'];
    return;
  }
  dot.dataset['heading'] = String(Math.round(headingDeg));
  dot.style.setProperty('--heading', `${headingDeg}deg`);
}
