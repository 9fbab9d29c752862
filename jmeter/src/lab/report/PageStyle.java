package lab.report;

/** Text must be legible from the back of a room, and on paper. */
final class PageStyle {
    static final String SHEET = """
            * { box-sizing: border-box; }
            body { margin: 0 auto; padding: 28px 32px 64px; max-width: 1360px; background: var(--paper);
              color: var(--ink); font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
              font-variant-numeric: tabular-nums; }
            h1 { font-size: 36px; line-height: 1.15; margin: 4px 0 8px; letter-spacing: -.01em; text-wrap: balance; }
            h2 { font-size: 23px; margin: 44px 0 12px; }
            h3 { font-size: 19px; margin: 0; color: var(--c); }
            p { margin: 6px 0; max-width: 78ch; }
            .over, .sub { color: var(--muted); margin: 0 0 10px; max-width: none; }
            .over { margin: 0; }
            .answer { margin: 22px 0 0; }
            .answer p { max-width: 90ch; margin: 8px 0; font-size: 21px; line-height: 1.4; }
            .answer p + p { font-size: 18px; }
            .verdict { margin: 22px 0 0; padding: 12px 18px; background: var(--shade);
              border-left: 6px solid var(--w); }
            .verdict b { color: var(--w); }
            .good { --w: var(--good); } .care { --w: var(--care); } .bad { --w: var(--bad); }
            .verdict p { max-width: none; }
            .verdict ul { margin: 6px 0 2px; padding-left: 22px; }
            .verdict li { overflow-wrap: anywhere; font-size: 15.5px; }
            summary { cursor: pointer; color: var(--muted); font-size: 15.5px; padding: 4px 0; }
            section > details { margin-top: 12px; }
            .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(216px, 100%), 1fr)); gap: 16px;
              margin-bottom: 26px; }
            .card { break-inside: avoid; border-top: 5px solid var(--c); background: var(--shade); padding: 12px 16px; }
            .card p { margin: 2px 0; font-size: 15.5px; }
            .card code { font-size: 13.5px; color: var(--muted); overflow-wrap: anywhere; }
            .card .big { font-size: 38px; line-height: 1.2; font-weight: 700; }
            .card small { font-size: 16px; font-weight: 400; color: var(--muted); }
            .alarm { color: var(--bad); font-weight: 650; }
            .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(520px, 100%), 1fr));
              gap: 36px 44px; align-items: start; }
            figure { margin: 0; break-inside: avoid; }
            figcaption { margin-bottom: 10px; font-size: 18px; }
            svg { display: block; width: 100%; height: auto; }
            .scroll { overflow-x: auto; }
            .scroll ~ p { color: var(--muted); font-size: 15px; max-width: 110ch; }
            table { border-collapse: collapse; font-size: 15.5px; }
            th, td { padding: 5px 16px 5px 0; text-align: left; vertical-align: top;
              border-bottom: 1px solid var(--rule); }
            th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
            .text-table th:empty { display: none; }
            td:first-child { font-weight: 650; white-space: nowrap; }
            .figures-table td:nth-child(2) { white-space: nowrap; }
            .figures-table :is(th, td):nth-child(n+3) { text-align: right; white-space: nowrap; }
            .figures-table.many { font-size: 14.5px; }
            .figures-table.many :is(th, td) { padding-right: 10px; }
            .figures-table.many :is(th, td):nth-child(n+3) { white-space: normal; }
            .figures-table.last-text :is(th, td):last-child { text-align: left; white-space: normal; min-width: 30ch;
              padding-left: 12px; }
            @media (max-width: 760px) { body { padding: 18px 16px 40px; font-size: 16px; } h1 { font-size: 28px; } }
            @media print {
              @page { size: A4 landscape; margin: 12mm; }
              body { padding: 0; max-width: none; font-size: 12.5px; print-color-adjust: exact; }
              h1 { font-size: 26px; } h2 { font-size: 17px; margin-top: 24px; } h2, .sub { break-after: avoid; }
              .answer p { font-size: 16px; } .answer p + p, .verdict li, summary { font-size: 12.5px; }
              figcaption { font-size: 14px; } .figures { grid-template-columns: 1fr 1fr; gap: 20px 28px; }
              details::details-content { content-visibility: visible; block-size: auto; }
              table, .scroll ~ p { font-size: 11px; } .scroll { overflow: visible; } tr { break-inside: avoid; }
              .figures-table td:nth-child(n+3) { white-space: normal; }
            }
            """;

    private PageStyle() {
    }
}
