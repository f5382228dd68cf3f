/** Opens the maps app of the phone, or its website, with a route to the place. */
export function directionsUrl({ lat, lng }: { lat: number; lng: number }, userAgent = navigator.userAgent): string {
  const place = `${lat.toFixed(6)},${lng.toFixed(6)}`;
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${place}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
