const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const BASE = 1_024;

/** Returns a size to base 1024 with up to two decimals: '3.25 GB'. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(BASE)), UNITS.length - 1);
  return `${Number((bytes / BASE ** power).toFixed(2))} ${UNITS[power]}`;
}
