/* What our kernels are held against: the same answers in C, by the best methods known to us. `bench_yardstick.py`
 * compiles it and calls it, compares its answers with ours, and only then times it.
 *
 * It reads the tables that our kernels read (sim/board/sight_table.py, sim/board/flat_index.py) and leaves out what the
 * maps of the benchmark do not have: hindrances, and conventions under which one hand of a grazing line is enough.
 *
 *   view         one field of view, by a sweep of angular pieces with a horizon (sim/board/sight_kernels.py draws it)
 *   all_pairs    who sees whom, a line at a time from all cells at once, 64 to a word
 *   reach_facing what can be reached in which facing, by buckets of cost, with stamps in the place of clearing
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GROUND, TOP, SCREEN, VEIL, VEIL_TOP, HIGHEST, EDGES };
enum { STEP_Q, STEP_R, CORNER_Q, CORNER_R, VECTOR_Q, VECTOR_R, JUMP, SIDE_COLUMNS };
enum { STRAIGHT_LINE, EYE, HINDRANCE_LIMIT, EITHER_HAND, SCALE, CELLS_AT_CORNER, LOWEST };
enum { NOTHING = -30000 };

typedef struct {
    const int16_t *slots;
    const int64_t *sides, *rules;
    int64_t columns, count, slot_count;
} Table;

static inline int figure(const Table *t, int slot, int column) { return t->slots[slot * t->columns + column]; }
static inline int side_figure(const Table *t, int side, int column) { return t->sides[side * SIDE_COLUMNS + column]; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

/* -- one line ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int start, end, low, high;
} Heights;

static inline int overtops(const Heights *h, int top, int n, int d) {
    return top > h->low && (top > h->high || (int64_t)(top - h->start) * d > (int64_t)(h->end - h->start) * n);
}

static inline int cell_rises(const Heights *h, int top, int n_in, int d_in, int n_out, int d_out) {
    return h->end < h->start ? overtops(h, top, n_out, d_out) : overtops(h, top, n_in, d_in);
}

static int line_is_clear(const Table *t, int a, int b, int dq, int dr) {
    int count = t->count, three = t->rules[CELLS_AT_CORNER] == 3, straight = t->rules[STRAIGHT_LINE] != 0;
    int first = 0, slot = a, cq = 0, cr = 0, base = 0, n_in = 0, d_in = 1;
    Heights h = {figure(t, a, GROUND), figure(t, b, GROUND), 0, 0};
    int floor = min(h.start, h.end), blind_at_start = !straight && h.start < h.end;
    int blind_at_end = !straight && h.end < h.start;
    if (straight) {
        h.start += t->rules[EYE], h.end += t->rules[EYE];
        h.low = min(h.start, h.end), h.high = max(h.start, h.end);
    } else
        h.low = h.high = max(h.start, h.end) - (h.start != h.end);
#define SLANT(side) (dq * side_figure(t, side, VECTOR_R) - dr * side_figure(t, side, VECTOR_Q))
#define HAND(side) (dq * side_figure(t, side, CORNER_R) - dr * side_figure(t, side, CORNER_Q))
#define AFTER(side) ((side) + 1 < count ? (side) + 1 : 0)
#define BEFORE(side) ((side) ? (side) - 1 : count - 1)
    while (SLANT(first) <= 0 || SLANT(BEFORE(first)) > 0) first = AFTER(first);
    for (;;) {
        int side = first, beyond, n_out = 0, d_out = 1;
        while (base + HAND(side) < 0) side = AFTER(side);
        if (h.low != h.high) {
            n_out = cq * side_figure(t, side, VECTOR_R) - cr * side_figure(t, side, VECTOR_Q) + 1;
            d_out = SLANT(side);
        }
        if (slot != a && cell_rises(&h, figure(t, slot, TOP), n_in, d_in, n_out, d_out)) return 0;
        n_in = n_out, d_in = d_out;
        if (base + HAND(side) > 0) {
            int top = figure(t, slot, EDGES + side);
            beyond = slot + side_figure(t, side, JUMP);
            if (overtops(&h, top, n_out, d_out)) return 0;
            if (blind_at_start && slot == a && (top > floor || (beyond != b && figure(t, beyond, SCREEN) > floor)))
                return 0;
            if (blind_at_end && beyond == b && (top > floor || (slot != a && figure(t, slot, SCREEN) > floor))) return 0;
            cq += side_figure(t, side, STEP_Q), cr += side_figure(t, side, STEP_R);
        } else {
            int right = AFTER(side), bend = three ? HAND(side) : 0, stops[2];
            int near[2] = {side, right}, far[2] = {right, side}, cell[2] = {bend <= 0, bend >= 0}, hand[2];
            for (int n = 0; n < 2; n++) hand[n] = slot + side_figure(t, near[n], JUMP);
            if (bend >= 0) cq += side_figure(t, side, STEP_Q), cr += side_figure(t, side, STEP_R);
            if (bend <= 0) cq += side_figure(t, right, STEP_Q), cr += side_figure(t, right, STEP_R);
            if (bend > 0)
                beyond = hand[0], far[1] = BEFORE(side);
            else if (bend < 0)
                beyond = hand[1], far[0] = AFTER(right);
            else {
                beyond = hand[0] + side_figure(t, right, JUMP);
                n_in += three && h.low != h.high;
            }
            for (int n = 0; n < 2; n++) {
                int before = figure(t, slot, EDGES + near[n]), after = figure(t, hand[n], EDGES + far[n]);
                stops[n] = overtops(&h, before, n_out, d_out) ||
                           (cell[n] && (overtops(&h, after, n_in, d_out) ||
                                        cell_rises(&h, figure(t, hand[n], TOP), n_out, d_out, n_in, d_out)));
                if ((blind_at_start && slot == a) || (blind_at_end && beyond == b))
                    stops[n] |= figure(t, hand[n], SCREEN) > floor || before > floor || after > floor;
            }
            if (stops[0] && stops[1]) return 0;
        }
        if (beyond == b) return 1;
        slot = beyond;
        base = t->rules[SCALE] * (dq * cr - dr * cq);
    }
}

/* -- field of view ------------------------------------------------------------------------------------------------ */

typedef struct {
    double left, right, least, most;
} Piece;

static const double SLIVER = 1e-11, ROUNDING = 1e-9, ABOVE_ALL = 1e9;

static inline int put(Piece *pieces, int n, double left, double right, double least, double most) {
    if (right - left < SLIVER / 2) return n;
    if (n && pieces[n - 1].right == left && pieces[n - 1].least == least && pieces[n - 1].most == most) {
        pieces[n - 1].right = right;
        return n;
    }
    pieces[n] = (Piece){left, right, least, most};
    return n + 1;
}

typedef struct {
    double low, high;
} Horizon;

static inline Horizon horizon(int rise, double by_nearest, double by_farthest) {
    return rise > 0 ? (Horizon){rise * by_farthest, rise * by_nearest} : (Horizon){rise * by_nearest, rise * by_farthest};
}

static inline int passed_over(double horizon, int eye, double nearest, double farthest) {
    return eye + (int)floor(horizon * (horizon > 0 ? nearest : farthest) + ROUNDING);
}

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

int64_t view(const int16_t *slots, int64_t columns, const int64_t *sides, int64_t count, const int64_t *rules,
             const int16_t *crests, int64_t crest_count, int64_t a, const int32_t *to_cell, uint8_t *seen) {
    Table table = {slots, sides, rules, columns, count, 0}, *t = &table;
    int hexes = rules[CELLS_AT_CORNER] == 3, straight = rules[STRAIGHT_LINE] != 0, fenced = 0, found = 0, half = count / 2;
    int stand = figure(t, a, GROUND), lower = rules[LOWEST] - stand, stride = side_figure(t, half, JUMP);
    int eye = straight ? stand + rules[EYE] : 0;
    double aslant = hexes ? 1 / 3. : 0.5, far_part = hexes ? 2 / 3. : 0.5, deep = far_part;
    double bottom = straight ? -ABOVE_ALL : stand - (lower < 0), floor_ = bottom;
    double ceiling = 0, nearest = 1, farthest = 1, by_nearest = 1, by_farthest = 1;
    int room = 512;
    Piece *now = malloc(room * sizeof *now), *then = malloc(room * sizeof *then), *swap;
    for (int side = 0; side < count; side++) fenced |= figure(t, a, EDGES + side) > bottom;
    seen[to_cell[a] >> 3] |= 1 << (to_cell[a] & 7);
    for (int bend = 0; bend < count; bend++) {
        int across = (bend + half - 1) % count, back = (across + half) % count, near = (bend + half) % count;
        int next_bend = (bend + 1) % count, next_near = (near + 1) % count, walls = fenced, base = a;
        int forth = side_figure(t, bend, JUMP), aside = side_figure(t, across, JUMP);
        const int16_t *crest = crests + bend * crest_count + crest_count / 2 +
                               a % stride * side_figure(t, across, STEP_R) - a / stride * side_figure(t, across, STEP_Q);
        int n = put(now, 0, hexes ? -1e-6 : -1 - SLIVER, 1 + (hexes ? 1e-6 : SLIVER), bottom, bottom);
        for (int k = 1; n && crest[k] != NOTHING; k++) {
            double near_line = k - aslant, far_line = k + aslant, to_near = 1 / near_line, to_far = 1 / far_line;
            int m = 0, higher = crest[k] - stand;
            base += forth;
            if (!straight) ceiling = stand + (higher > 1 ? higher - 0.5 : higher >= 0 ? 0.5 : -0.5);
            if (room < 16 * (n + k + 1)) {
                room = 32 * (n + k + 1);
                now = realloc(now, room * sizeof *now), then = realloc(then, room * sizeof *then);
            }
            if (walls) {
                walls = 0;
                if (straight) {
                    nearest = k - deep, farthest = near_line, by_nearest = 1 / nearest, by_farthest = 1 / farthest;
                    floor_ = min(lower, 0) / (double)k, ceiling = max(higher, 0) / (double)k + ROUNDING;
                }
                for (Piece *p = now; p < now + n; p++) {
                    int over = passed_over(larger(p->least, floor_), eye, nearest, farthest);
                    int j = (int)floor((p->left + 1.5 * SLIVER) * near_line - aslant) + 1;
                    int last = (int)ceil((p->right - 1.5 * SLIVER) * near_line - aslant);
                    double reached = p->left;
                    for (; j <= last; j++) {
                        double ends[3] = {(j - 1 + aslant) * to_near, 0, (j + aslant) * to_near};
                        ends[1] = hexes ? (j - 1 / 3.) / (k - 2 / 3.) : ends[0];
                        for (int part = !hexes; part < 2; part++) {
                            int top = figure(t, base + j * aside, EDGES + (part ? near : next_near));
                            if (top <= over) continue;
                            double one = larger(ends[part] + SLIVER, p->left), other = smaller(ends[part + 1] - SLIVER, p->right);
                            if (other - one < SLIVER / 2) continue;
                            Horizon h = horizon(top - eye, by_nearest, by_farthest);
                            if (k == 1 && !straight && top > stand) h.low = ABOVE_ALL;
                            m = put(then, m, reached, one, p->least, p->most);
                            if (larger(p->least, h.low) <= ceiling)
                                m = put(then, m, one, other, larger(p->least, h.low), larger(p->most, h.high));
                            reached = other;
                        }
                    }
                    m = put(then, m, reached, p->right, p->least, p->most);
                }
                swap = now, now = then, then = swap, n = m, m = 0;
            }
            for (Piece *p = now; p < now + n; p++) {
                int j = (int)ceil(p->left * k), last = min((int)floor(p->right * k), k - 1), must, sure;
                if (j > last) continue;
                if (straight) {
                    must = stand + (int)ceil(larger(p->least - ROUNDING, -1e4) * k);
                    sure = stand + (int)ceil(larger(p->most + ROUNDING, -1e4) * k);
                } else {
                    must = p->least < stand ? NOTHING : p->least == stand ? stand : (int)p->least + 1;
                    sure = p->most < stand ? NOTHING : p->most == stand ? stand : (int)p->most + 1;
                }
                must = max(must, NOTHING + 1);
                if (p->right - p->left < 4 * SLIVER) sure = -NOTHING;
                for (; j <= last; j++) {
                    int slot = base + j * aside, ground = figure(t, slot, GROUND);
                    if (ground < must) continue;
                    int clear = ground >= sure, level = straight || ground == stand;
                    if (clear && !level)
                        clear = p->left + 3 * SLIVER < j / (double)k && j / (double)k < p->right - 3 * SLIVER;
                    if (clear) clear = hexes ? level || 2 * j != k : j != -k;
                    if (clear) {
                        if (!level && ground < stand) {
                            int by = hexes && 2 * j > k ? next_bend : bend, before = slot - side_figure(t, by, JUMP);
                            if (figure(t, before, EDGES + by) > ground || (k > 1 && figure(t, before, SCREEN) > ground))
                                continue;
                        }
                    } else if (!line_is_clear(t, a, slot,
                                              k * side_figure(t, bend, STEP_Q) + j * side_figure(t, across, STEP_Q),
                                              k * side_figure(t, bend, STEP_R) + j * side_figure(t, across, STEP_R)))
                        continue;
                    seen[to_cell[slot] >> 3] |= 1 << (to_cell[slot] & 7);
                    found++;
                }
            }
            higher = crest[k + 1] - stand;
            if (!straight)
                ceiling = stand + (higher > 1 ? higher - 0.5 : higher >= 0 ? 0.5 : -0.5);
            else {
                nearest = k - deep, farthest = k + deep, by_nearest = 1 / nearest, by_farthest = 1 / farthest;
                floor_ = min(lower, 0) / (k + 1.), ceiling = max(higher, 0) / (k + 1.) + ROUNDING;
            }
            for (Piece *p = now; p < now + n; p++) {
                if (p->least > ceiling) continue;
                int over = passed_over(larger(p->least, floor_), eye, nearest, farthest);
                double x = p->left + 1.5 * SLIVER, y = p->right - 1.5 * SLIVER, reached = p->left;
                int j = (int)floor(smaller(x * near_line - aslant, x * far_line - far_part)) + 1, alike = 1;
                int last = (int)ceil(larger(y * near_line - aslant, y * far_line - far_part));
                Horizon none = {bottom, bottom}, before = none;
                for (; j <= last + 1 && reached < p->right; j++) {
                    int slot = base + j * aside, counts = j <= last && figure(t, slot, HIGHEST) > over;
                    Horizon here = none, both = none;
                    if (alike && !counts) continue;
                    alike = !counts;
                    if (counts) {
                        int top = figure(t, slot, TOP), wall = figure(t, slot, EDGES + back);
                        if (top > over) here = horizon(top - eye, by_nearest, by_farthest);
                        if (k == 1 && (hexes || !j) && !straight && figure(t, slot, SCREEN) > stand) here.low = ABOVE_ALL;
                        if (wall > over) both = horizon(wall - eye, by_nearest, by_farthest);
                        walls |= figure(t, slot, EDGES + bend) > over || figure(t, slot, EDGES + next_bend) > over;
                    }
                    double one = (j - 1 + aslant) * to_near, other = (j - 1 + far_part) * to_far;
                    if (one > other) x = one, one = other, other = x;
                    int apart = other - one < 2 * SLIVER;
                    double end = smaller(p->right, apart ? other - SLIVER : one + SLIVER);
                    if (end > reached) {
                        if (larger(p->least, before.low) <= ceiling)
                            m = put(then, m, reached, end, larger(p->least, before.low), larger(p->most, before.high));
                        reached = end;
                    }
                    end = smaller(p->right, apart ? one + SLIVER : other - SLIVER);
                    if (end > reached) {
                        double most = larger(larger(p->most, both.high), larger(before.high, here.high));
                        double least = apart ? p->least : larger(larger(p->least, both.low), larger(before.low, here.low));
                        if (least <= ceiling) m = put(then, m, reached, end, least, most);
                        reached = end;
                    }
                    before = here;
                }
                if (reached < p->right) m = put(then, m, reached, p->right, p->least, p->most);
            }
            swap = now, now = then, then = swap, n = m;
        }
    }
    free(now), free(then);
    return found;
}

/* -- all pairs ---------------------------------------------------------------------------------------------------- */

typedef uint64_t Word;

typedef struct {
    int slot, side, grazes, hand[2], near[2], far[2], cell[2]; /* a slot is so far from where the line begins */
    int n_in, d_in, n_out, d_out;                              /* where it enters and leaves, as parts of its way */
} Met;

/* Write down what the line to (dq, dr) meets: each cell with the way out of it, the first being the one it begins in. */
static int traced(const Table *t, int dq, int dr, Met *met) {
    int count = t->count, three = t->rules[CELLS_AT_CORNER] == 3, first = 0, n = 0, slot = 0, cq = 0, cr = 0;
    int n_in = 0, d_in = 1;
    while (SLANT(first) <= 0 || SLANT(BEFORE(first)) > 0) first = AFTER(first);
    while (cq != dq || cr != dr) {
        int side = first, base = t->rules[SCALE] * (dq * cr - dr * cq);
        while (base + HAND(side) < 0) side = AFTER(side);
        Met m = {.slot = slot, .side = side, .grazes = base + HAND(side) == 0, .n_in = n_in, .d_in = d_in};
        m.n_out = cq * side_figure(t, side, VECTOR_R) - cr * side_figure(t, side, VECTOR_Q) + 1;
        m.d_out = SLANT(side);
        n_in = m.n_out, d_in = m.d_out;
        if (m.grazes) {
            int right = AFTER(side), bend = three ? HAND(side) : 0;
            m.near[0] = m.far[1] = side, m.near[1] = m.far[0] = right, m.cell[0] = bend <= 0, m.cell[1] = bend >= 0;
            if (bend > 0) m.far[1] = BEFORE(side);
            if (bend < 0) m.far[0] = AFTER(right);
            for (int h = 0; h < 2; h++) m.hand[h] = slot + side_figure(t, m.near[h], JUMP);
            if (bend == 0) n_in += three;
            slot = bend > 0 ? m.hand[0] : bend < 0 ? m.hand[1] : m.hand[0] + side_figure(t, right, JUMP);
            if (bend >= 0) cq += side_figure(t, side, STEP_Q), cr += side_figure(t, side, STEP_R);
            if (bend <= 0) cq += side_figure(t, right, STEP_Q), cr += side_figure(t, right, STEP_R);
        } else {
            slot += side_figure(t, side, JUMP);
            cq += side_figure(t, side, STEP_Q), cr += side_figure(t, side, STEP_R);
        }
        met[n++] = m;
    }
    return n;
}

static inline Word shifted(const Word *mask, int word, int by) {
    int whole = by >> 6, bits = by & 63;
    return mask[word + whole] >> bits | mask[word + whole + 1] << 1 << (63 - bits);
}

static inline void bar(Word *restrict open, int begin, int stop, const Word *restrict mask, int by) {
    const Word *from = mask + (by >> 6);
    int bits = by & 63;
    for (int w = begin; w < stop; w++) open[w] &= ~(from[w] >> bits | from[w + 1] << 1 << (63 - bits));
}

static int height(int start, int end, int n, int d) { /* the whole part of how high the line is */
    int rise = (end - start) * n;
    return start + (rise >= 0 ? rise / d : -((-rise + d - 1) / d));
}

/* `cells` are the slots in map order, `places` their coordinates, `seen` a row of `row` bytes for each. */
void all_pairs(const int16_t *slots, int64_t columns, const int64_t *sides, int64_t count, const int64_t *rules,
               const int32_t *cells, const int32_t *places, int64_t cell_count, const int32_t *to_cell, int64_t slot_count,
               int64_t stride, uint8_t *seen, int64_t row) {
    Table table = {slots, sides, rules, columns, count, slot_count}, *t = &table;
    int straight = rules[STRAIGHT_LINE] != 0, eye = straight ? rules[EYE] : 0, lowest = rules[LOWEST], summit = lowest;
    for (int n = 0; n < cell_count; n++) summit = max(summit, figure(t, cells[n], GROUND));
    int levels = summit - lowest + 1, under = lowest - 1, tops = levels + eye + 2;
    int words = slot_count / 64 + 1, room = 3 * words + 2, masks = tops * (1 + count) + 2 * levels + 4 * count + 3, used = 0;
    int q_low = places[0], q_high = places[0], r_low = places[1], r_high = places[1];
    Word *memory = calloc((size_t)masks * room, sizeof *memory);
#define MASK (memory + (size_t)room * used++ + words)
#define SET(mask, slot) ((mask)[(slot) >> 6] |= (Word)1 << ((slot) & 63))
    Word *rises[tops], *wall[count][tops], *at[levels], *fence[count], *thicket[count], *corner[count][2], *below[levels];
    Word *from = MASK, *on = MASK, *open = MASK;
    Met *met = malloc(sizeof *met * 4 * (slot_count / stride + stride));
    for (int n = 0; n < tops; n++) {
        rises[n] = MASK;
        for (int side = 0; side < count; side++) wall[side][n] = MASK;
    }
    for (int level = 0; level < levels; level++) at[level] = MASK, below[level] = MASK;
    for (int side = 0; side < count; side++)
        fence[side] = MASK, thicket[side] = MASK, corner[side][0] = MASK, corner[side][1] = MASK;
    for (int slot = 0; slot < slot_count; slot++) {
        int ground = figure(t, slot, GROUND);
        for (int n = 0; n < tops; n++) {
            if (figure(t, slot, TOP) > under + n) SET(rises[n], slot);
            for (int side = 0; side < count; side++)
                if (figure(t, slot, EDGES + side) > under + n) SET(wall[side][n], slot);
        }
        if (ground == NOTHING) continue;
        SET(on, slot);
        SET(at[ground - lowest], slot);
        for (int level = ground - lowest; level < levels; level++) SET(below[level], slot);
        for (int side = 0; side < count; side++) {
            int hand = slot + side_figure(t, side, JUMP), after = AFTER(side), before = BEFORE(side);
            int low = figure(t, slot, EDGES + side) > ground, high = figure(t, hand, SCREEN) > ground;
            if (low) SET(fence[side], slot);
            if (low || high) SET(thicket[side], slot);
            if (low || high || figure(t, hand, EDGES + after) > ground) SET(corner[side][0], slot);
            if (low || high || figure(t, hand, EDGES + before) > ground) SET(corner[before][1], slot);
        }
    }
    for (int n = 0; n < cell_count; n++) {
        q_low = min(q_low, places[2 * n]), q_high = max(q_high, places[2 * n]);
        r_low = min(r_low, places[2 * n + 1]), r_high = max(r_high, places[2 * n + 1]);
        if (to_cell[cells[n]] >= 0) seen[n * row + (n >> 3)] |= 1 << (n & 7);
    }
    for (int dr = 0; dr <= r_high - r_low; dr++)
        for (int dq = dr ? q_low - q_high : 1; dq <= q_high - q_low; dq++) {
            int jump = dr * stride + dq;
            memset(from, 0, words * sizeof *from); /* where the line would not run round the edge of the table */
            for (int r = 0; r <= r_high - r_low - dr; r++) {
                int border = cells[0] - (places[1] - r_low) * stride - (places[0] - q_low), line = border + r * stride;
                for (int slot = line + max(0, -dq); slot <= line + q_high - q_low - max(0, dq);) {
                    int end = min(line + q_high - q_low - max(0, dq), slot | 63);
                    from[slot >> 6] |= (~(Word)0 >> (63 - (end - slot))) << (slot & 63);
                    slot = end + 1;
                }
            }
            Word any = 0;
            for (int w = 0; w < words; w++) any |= from[w] &= on[w] & shifted(on, w, jump);
            if (!any) continue;
            int length = traced(t, dq, dr, met), at_corner = met[0].grazes, end = (met[0].side + count / 2) % count;
            const Word *blind = (length > 1 ? thicket : fence)[met[0].side], *ahead = (length > 1 ? thicket : fence)[end];
            /* One pass for all pairs of levels between which the same tops stop a line everywhere. */
            int together = !straight && !at_corner, passes = together ? levels : levels * levels;
            for (int pass = 0; pass < passes; pass++) {
                int s = together ? pass : pass / levels, e = together ? pass : pass % levels, higher = pass + 1 < levels;
                int blinds = at_corner && !straight, flat = max(s, e) - (s != e) + 1, begin = 0, stop = words;
                if (together)
                    for (int w = 0; w < words; w++) {
                        Word up = higher ? below[s][w] & shifted(at[s + 1], w, jump) & ~blind[w] : 0;
                        Word down = higher ? at[s + 1][w] & shifted(below[s], w, jump) & ~shifted(ahead, w, jump) : 0;
                        open[w] = from[w] & ((at[s][w] & shifted(at[s], w, jump)) | up | down);
                    }
                else
                    for (int w = 0; w < words; w++) open[w] = from[w] & at[s][w] & shifted(at[e], w, jump);
                for (int n = 0; n < length; n++) {
                    const Met *m = met + n;
                    int at_in = flat, at_out = flat, at_far = flat;
                    while (begin < stop && !open[begin]) begin++;
                    while (begin < stop && !open[stop - 1]) stop--;
                    if (begin == stop) break;
                    if (straight && s == e)
                        at_in = at_out = at_far = s + eye + 1;
                    else if (straight) {
                        at_in = height(s, e, m->n_in, m->d_in) + eye + 1;
                        at_out = at_far = height(s, e, m->n_out, m->d_out) + eye + 1;
                        if (m->grazes && n + 1 < length) at_far = height(s, e, met[n + 1].n_in, met[n + 1].d_in) + eye + 1;
                    }
                    if (n) bar(open, begin, stop, rises[e < s ? at_out : at_in], m->slot);
                    if (!m->grazes) {
                        bar(open, begin, stop, wall[m->side][at_out], m->slot);
                        continue;
                    }
                    for (int w = begin; w < stop; w++) {
                        Word stops[2];
                        for (int h = 0; h < 2; h++) {
                            stops[h] = shifted(wall[m->near[h]][at_out], w, m->slot);
                            if (m->cell[h])
                                stops[h] |= shifted(wall[m->far[h]][at_far], w, m->hand[h]) |
                                            shifted(rises[e < s ? at_far : at_out], w, m->hand[h]);
                            if (blinds && s < e && !n) stops[h] |= corner[m->side][h][w];
                            if (blinds && e < s && n == length - 1) stops[h] |= shifted(corner[end][!h], w, jump);
                        }
                        open[w] &= ~(stops[0] & stops[1]);
                    }
                }
                for (int w = begin; w < stop; w++)
                    for (Word left = open[w]; left; left &= left - 1) {
                        int slot = 64 * w + __builtin_ctzll(left), n = to_cell[slot], m = to_cell[slot + jump];
                        seen[n * row + (m >> 3)] |= 1 << (m & 7);
                        seen[m * row + (n >> 3)] |= 1 << (n & 7);
                    }
            }
        }
    free(met), free(memory);
}

/* -- reach with a facing ------------------------------------------------------------------------------------------ */

/* A place is a slot times the directions plus a facing. What `spent` and `came` say of it counts only if its stamp is
 * that of this search, so that nothing is cleared; `stamps` is kept from search to search. Return how many were found. */
int64_t reach_facing(const int16_t *costs, const int32_t *jumps, const int16_t *turning, int64_t directions, int64_t start,
                     int64_t facing, int64_t budget, int32_t *spent, int32_t *came, uint32_t *stamps, int32_t *found) {
    static uint32_t stamp;
    static int32_t *queue[256], room[256];
    const int16_t *step_off = turning, *pivot = turning + directions, *after = pivot + directions;
    int filled[256] = {0}, number = 0, places = 1;
    if (budget > 255) return -1;
    if (!room[0]) queue[0] = malloc(64 * sizeof **queue), room[0] = 64;
    stamp++;
    queue[0][filled[0]++] = start * directions + facing;
    stamps[queue[0][0]] = stamp, spent[queue[0][0]] = 0, came[queue[0][0]] = -1, found[number++] = queue[0][0];
    for (int here = 0; here <= budget && places; here++)
        for (int n = 0; n < filled[here]; n++) { /* steps that cost nothing lengthen the bucket in hand */
            int place = queue[here][n], slot = place / directions, front = place - slot * directions;
            places--;
            if (spent[place] < here) continue;
            for (int turn = 0, ahead = front; turn < directions; turn++, ahead = ahead + 1 < directions ? ahead + 1 : 0) {
                int step = step_off[turn] < 0 ? -1 : costs[slot * directions + ahead];
                for (int bend = -1; bend < (step < 0 ? 0 : directions); bend++) {
                    int end = slot * directions + ahead, cost = pivot[turn];
                    if (bend < 0 ? cost < 0 : after[bend] < 0) continue;
                    if (bend >= 0) {
                        int face = front + bend < directions ? front + bend : front + bend - directions;
                        end = (slot + jumps[ahead]) * directions + face, cost = step + step_off[turn] + after[bend];
                    }
                    cost += here;
                    if (cost > budget || (stamps[end] == stamp && spent[end] <= cost)) continue;
                    if (stamps[end] != stamp) stamps[end] = stamp, found[number++] = end;
                    spent[end] = cost, came[end] = place, places++;
                    if (filled[cost] == room[cost]) {
                        room[cost] = room[cost] ? 2 * room[cost] : 64;
                        queue[cost] = realloc(queue[cost], room[cost] * sizeof **queue);
                    }
                    queue[cost][filled[cost]++] = end;
                }
            }
        }
    return number;
}
