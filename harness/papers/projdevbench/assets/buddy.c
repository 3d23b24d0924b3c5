/* Reads calls, makes them, and prints what they return. Pages are numbered, so that addresses do not matter. */
#include <stdio.h>
#include <stdlib.h>

#include "buddy.h"

#define PAGE 4096L

int main(void) {
    long pages, index;
    char call;
    if (scanf("%ld", &pages) != 1) return 2;
    char *base = malloc(pages * PAGE);
    printf("%d\n", init_page(base, pages));
    while (scanf(" %c %ld", &call, &index) == 2) {
        if (call == 'a') {
            char *page = alloc_pages(index);
            if (IS_ERR(page)) printf("%ld\n", PTR_ERR(page));
            else printf("%ld\n", (long)(page - base) / PAGE);
        } else if (call == 'r') {
            printf("%d\n", return_pages(index < 0 ? NULL : base + index * PAGE));
        } else if (call == 'q') {
            printf("%d\n", query_ranks(base + index * PAGE));
        } else {
            printf("%d\n", query_page_counts(index));
        }
    }
    return 0;
}
