package common.commandline;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests what a mistyped word was meant to be. */
public final class Spelling {
    private static final int LETTERS_PER_SLIP = 3;

    private Spelling() {
    }

    /** For the scripts. The arguments are a word and the valid names. Prints the nearest name, if one is near. */
    public static void main(String[] arguments) {
        List<String> words = List.of(arguments);
        nearest(words.getFirst(), words.subList(1, words.size())).ifPresent(System.out::println);
    }

    /** A name is near if it begins with the word, or has at most one slip for every three letters. */
    public static Optional<String> nearest(String word, Collection<String> names) {
        String bare = word.replaceFirst("^-+", "");
        int most = bare.length() / LETTERS_PER_SLIP;
        return names.stream().filter(name -> distance(bare, name) <= most)
                .min(Comparator.comparingInt(name -> distance(bare, name)));
    }

    private static int distance(String word, String name) {
        String bare = name.replaceFirst("^-+", "");
        return word.length() > 1 && bare.startsWith(word) ? 0 : slips(word, bare);
    }

    private static int slips(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(a, b, d, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(String a, String b, int[][] d, int i, int j) {
        int wrong = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + wrong);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
    }
}
