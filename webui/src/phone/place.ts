/** The token in the address of this page, in capitals as it is printed; none on the page where a code is typed. */
export function tokenOf(path: string): string | null {
  const found = /^\/t\/([^/]+)\/?$/i.exec(path);
  return found && found[1] ? decodeURIComponent(found[1]).toUpperCase() : null;
}
