// All copy of the page. Components hold no sentences; a screen's copy is in strings/<screen>.ts.
export { common } from "./strings/common";
export { settings } from "./strings/settings";
